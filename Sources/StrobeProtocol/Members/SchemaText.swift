internal import StrobeTree

/// The parts of `schema.json` that no type of this module says.
enum SchemaText {
    /// Definitions of what is not an object with members.
    static let definitions = objects(
        #"""
        {
        "Path": {
            "description": "A JSON Pointer (RFC 6901); a token [id=ID] finds an element of an array by its id.",
            "type": "string", "pattern": "^(/([^~/]|~[01])*)*$"
        },
        "Position": {
            "description": "A position in a history: a seq, \"live\", \"branch:ID\" or \"branch:ID@SEQ\".",
            "anyOf": [
                {"type": "integer", "minimum": 0}, {"const": "live"},
                {"type": "string", "pattern": "^branch:([^@]+|.+@[0-9]+)$"}
            ]
        },
        "RequestID": {
            "description": "A 64-bit integer or a string.",
            "anyOf": [
                {"type": "integer", "minimum": -9223372036854775808, "maximum": 9223372036854775807},
                {"type": "string"}
            ]
        },
        "BranchEdit": {
            "description": "One way in which a branch differs from the log; seqs are those of the log.",
            "oneOf": [
                {
                    "type": "object", "required": ["skip"],
                    "properties": {
                        "skip": {
                            "anyOf": [
                                {"type": "integer"},
                                {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2}
                            ],
                            "description": "The omitted entries: a seq, or the first and the last."
                        },
                        "replace": false, "insert": false, "move": false
                    }
                },
                {
                    "type": "object", "required": ["replace", "action"],
                    "properties": {
                        "replace": {"type": "integer", "description": "The entry whose action is replaced."},
                        "action": {"description": "The new action, in its JSON form."},
                        "skip": false, "insert": false, "move": false
                    }
                },
                {
                    "type": "object", "required": ["insert", "action"],
                    "properties": {
                        "insert": {
                            "type": "integer",
                            "description": "The entry before which an action is reduced; one past the last for the end."
                        },
                        "action": {"description": "The new action, in its JSON form."},
                        "skip": false, "replace": false, "move": false
                    }
                },
                {
                    "type": "object", "required": ["move", "before"],
                    "properties": {
                        "move": {"type": "integer", "description": "The entry to reduce earlier or later."},
                        "before": {
                            "type": "integer",
                            "description": "The entry before which it is moved; one past the last for the end."
                        },
                        "skip": false, "replace": false, "insert": false
                    }
                }
            ]
        },
        "Schema": {
            "description": "The shape of a type.",
            "oneOf": [
                {
                    "type": "object", "required": ["kind", "scalar"],
                    "properties": {
                        "kind": {"const": "scalar"},
                        "scalar": {
                            "enum": [
                                "bool", "int", "uint", "double", "string", "date", "data", "url", "uuid", "decimal"
                            ]
                        }
                    }
                },
                {
                    "type": "object", "required": ["kind", "of"],
                    "properties": {"kind": {"const": "optional"}, "of": {"$ref": "#/$defs/Schema"}}
                },
                {
                    "type": "object", "required": ["kind", "of"],
                    "properties": {"kind": {"const": "array"}, "of": {"$ref": "#/$defs/Schema"}}
                },
                {
                    "type": "object", "required": ["kind", "of"],
                    "properties": {"kind": {"const": "set"}, "of": {"$ref": "#/$defs/Schema"}}
                },
                {
                    "type": "object", "required": ["kind", "key", "value"],
                    "properties": {
                        "kind": {"const": "dictionary"},
                        "key": {"$ref": "#/$defs/Schema"}, "value": {"$ref": "#/$defs/Schema"}
                    }
                },
                {
                    "type": "object", "required": ["kind", "type", "fields"],
                    "properties": {
                        "kind": {"const": "object"}, "type": {"type": "string"},
                        "fields": {"type": "array", "items": {"$ref": "#/$defs/SchemaField"}}
                    }
                },
                {
                    "type": "object", "required": ["kind", "type", "cases"],
                    "properties": {
                        "kind": {"const": "enum"}, "type": {"type": "string"},
                        "cases": {"type": "array", "items": {"$ref": "#/$defs/SchemaCase"}}
                    }
                },
                {
                    "type": "object", "required": ["kind", "type"],
                    "properties": {"kind": {"const": "recursive"}, "type": {"type": "string"}}
                },
                {
                    "type": "object", "required": ["kind", "type"],
                    "properties": {"kind": {"const": "unknown"}, "type": {"type": "string"}}
                }
            ]
        },
        "Error": {
            "description": "The error of a request.",
            "type": "object",
            "required": ["code", "message", "data"],
            "properties": {
                "code": {"type": "integer"},
                "message": {"type": "string", "minLength": 1},
                "data": {
                    "type": "object", "required": ["kind"],
                    "properties": {
                        "kind": {"type": "string"}, "path": {"$ref": "#/$defs/Path"},
                        "expected": {"type": "string"}, "suggestion": {"type": "string"},
                        "candidates": {"type": "array", "items": {"$ref": "#/$defs/Path"}},
                        "offset": {"type": "integer", "minimum": 0}, "count": {"type": "integer", "minimum": 0},
                        "limit": {"type": "integer", "minimum": 0}, "seq": {"type": "integer", "minimum": 0},
                        "ifSeq": {"type": "integer", "minimum": 0}, "firstSeq": {"type": "integer", "minimum": 0},
                        "stores": {"type": "array", "items": {"type": "string"}},
                        "supported": {"type": "array", "items": {"type": "integer"}},
                        "method": {"type": "string"},
                        "access": {"$ref": "#/$defs/Access"}, "needed": {"$ref": "#/$defs/Access"}
                    }
                }
            }
        }
        }
        """#)

    /// What definitions say about several of their members, by the name of the definition.
    static let rules = objects(
        #"""
        {
        "action/dispatch.params": {
            "dependentSchemas": {"at": {"required": ["dryRun"], "properties": {"dryRun": {"const": true}}}},
            "allOf": [
                {
                    "if": {"properties": {"dryRun": {"const": true}}, "required": ["dryRun"]},
                    "then": {"properties": {"cause": false, "origin": {"enum": ["inspector", "script"]}}}
                }
            ]
        },
        "gate/drop.params": {
            "not": {"properties": {"all": {"const": true}, "ids": {"type": "array"}}, "required": ["all", "ids"]}
        },
        "breakpoint/set.params": {
            "anyOf": [
                {"properties": {"id": {"not": {"type": "null"}}}, "required": ["id"]},
                {"properties": {"action": {"not": {"type": "null"}}}, "required": ["action"]},
                {"properties": {"path": {"not": {"type": "null"}}}, "required": ["path"]},
                {"properties": {"condition": {"not": {"type": "null"}}}, "required": ["condition"]}
            ]
        },
        "breakpoint/remove.params": {
            "oneOf": [
                {"properties": {"id": {"type": "integer"}}, "required": ["id"]},
                {"properties": {"all": {"const": true}}, "required": ["all"]}
            ]
        },
        "subscribe.params": {"dependentRequired": {"fromSeq": ["store"]}},
        "Change": {
            "allOf": [
                {"if": {"properties": {"op": {"enum": ["add", "replace", "test"]}}}, "then": {"required": ["value"]}},
                {"if": {"properties": {"op": {"enum": ["move", "copy"]}}}, "then": {"required": ["from"]}}
            ]
        }
        }
        """#)

    /// The forms of texts, by the names that members give them.
    static let patterns = objects(
        #"""
        {
        "Bookmark.name": {
            "not": {"enum": ["first", "last", "live"]},
            "pattern": "^[^\\u0000-@\\[-`{-\\u007f][^\\u0000-,/:-@\\[-\\^`{-\\u007f]*$", "maxLength": 64
        },
        "BranchDescription.name": {
            "pattern": "^[^\\u0000-@\\[-`{-\\u007f][^\\u0000-,./:-@\\[-\\^`{-\\u007f]*$", "maxLength": 64
        }
        }
        """#)

    /// The types that a definition of this file refers to.
    static func inner(of name: String) -> [MemberForm] {
        name == "Schema" ? [Schema.Field.form, Schema.Case.form] : []
    }

    /// What the data of an error holds beside its kind.
    static let errorData: [ErrorCode: [String]] = [
        .methodNotFound: ["method"], .stale: ["ifSeq", "seq"], .unsupportedVersion: ["supported"],
        .lineTooLong: ["limit"], .unknownStore: ["stores"], .noSuchPath: ["path"], .seqEvicted: ["seq", "firstSeq"],
        .undecodableAction: ["path"], .readOnly: ["access", "needed"], .tooManyClients: ["limit"],
    ]

    /// A text that is wrong leaves definitions out, which the test of `schema.json` reports.
    private static func objects(_ text: String) -> [String: Value.Object] {
        guard case .object(let members)? = try? JSON.parse(Array(text.utf8)) else { return [:] }
        var objects: [String: Value.Object] = [:]
        for (name, member) in members {
            if case .object(let object) = member { objects[name] = object }
        }
        return objects
    }
}
