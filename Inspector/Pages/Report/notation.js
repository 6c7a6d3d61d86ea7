// Values in Swift notation, with the types of the recorded schema.

/** Creates an element of the page; text never becomes markup. */
function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    if (name === "class") element.className = value;
    else if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value);
  }
  element.append(...children.filter(child => child !== undefined && child !== null));
  return element;
}

const redactedText = "‹redacted›";
const plainName = /^[\p{L}_][\p{L}\p{N}_]*$/u;

/** Escapes control characters and characters that change the direction of text. */
const visible = text => text.replace(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g, mark =>
  mark === "\n" ? "\\n" : mark === "\t" ? "\\t" : "\\u{" + mark.codePointAt(0).toString(16).toUpperCase() + "}");

const quoted = text => '"' + visible(text.replaceAll("\\", "\\\\").replaceAll('"', '\\"')) + '"';

/** A schema without enclosing optionals, and with recursive types resolved. */
function settled(schema, passed) {
  while (schema) {
    if (schema.kind === "optional") schema = schema.of;
    else if (schema.kind === "recursive" && passed?.has(schema.type)) schema = passed.get(schema.type);
    else break;
  }
  return schema;
}

/** The case of an enum in JSON: its name and payload. */
function caseOf(value, schema) {
  if (schema?.kind !== "enum") return undefined;
  if (!isObject(value)) {
    const found = schema.cases.find(each => own(each, "raw") && each.raw === value) ?? schema.cases.find(each => each.name === value && !own(each, "raw"));
    return found && { name: found.name, fields: [] };
  }
  const keys = Object.keys(value);
  const found = keys.length === 1 && schema.cases.find(each => each.name === keys[0]);
  if (!found) return undefined;
  const payload = found.payload ?? [], inner = value[keys[0]];
  if (payload.length === 0) return { name: found.name, fields: [] };
  if (payload.length === 1 && payload[0].name === undefined) {
    return { name: found.name, fields: [{ token: [keys[0]], name: "", value: inner, schema: payload[0].schema }] };
  }
  return {
    name: found.name,
    fields: payload.map((field, index) => {
      const token = field.name ?? "_" + index;
      return { token: [keys[0], token], name: field.name ?? "", value: child(inner, token) ?? null, schema: field.schema };
    }),
  };
}

/** The children of a value: name, tokens of the path from it, value and schema. */
function partsOf(value, schema) {
  const choice = caseOf(value, schema);
  if (choice) {
    const [only] = choice.fields;
    if (choice.fields.length === 1 && !only.name) {
      const inner = settled(only.schema);
      const parts = partsOf(only.value, inner);
      if (parts.length || (only.value !== null && typeof only.value === "object" && !(only.value instanceof Exact))) {
        return parts.map(part => ({ ...part, tokens: [...only.token, ...part.tokens] }));
      }
    }
    return choice.fields.map((field, index) => ({ name: field.name || String(index), tokens: field.token, value: field.value, schema: field.schema }));
  }
  if (Array.isArray(value)) {
    return value.map((element, index) => ({ name: String(index), tokens: [String(index)], value: element, schema: schema?.of }));
  }
  if (!isObject(value)) return [];
  const fields = new Map((schema?.fields ?? []).map(field => [field.name, field.schema]));
  const names = Object.keys(value);
  if (schema?.fields) {
    const order = new Map(schema.fields.map((field, index) => [field.name, index]));
    names.sort((a, b) => (order.get(a) ?? 1e9) - (order.get(b) ?? 1e9));
  }
  return names.map(name => ({ name, tokens: [name], value: value[name], schema: fields.get(name) ?? schema?.value }));
}

/** Parts of a text with their CSS classes, up to a length. */
class Pieces {
  constructor(limit) { this.limit = limit; this.list = []; this.length = 0; }
  get isFull() { return this.length >= this.limit; }
  add(text, style = "") {
    if (this.isFull) return;
    if (this.length + text.length > this.limit) text = text.slice(0, Math.max(this.limit - this.length, 0)) + "…";
    this.length += text.length;
    this.list.push([text, style]);
  }
  get text() { return this.list.map(piece => piece[0]).join(""); }
  get nodes() { return this.list.map(([text, style]) => style ? make("span", { class: style }, text) : text); }
}

const baseName = type => (type ?? "").replace(/^any /, "").replace(/<.*/s, "").split(".").pop();

function write(value, schema, pieces, passed, depth = 0) {
  if (pieces.isFull) return;
  schema = settled(schema, passed);
  if (schema?.type) passed = new Map(passed).set(schema.type, schema);
  if (depth > 40) return pieces.add("…", "k");
  if (value === null || value === undefined) return pieces.add("nil", "k");
  if (value === redactedText) return pieces.add(redactedText, "redacted");
  const choice = caseOf(value, schema);
  if (choice) {
    pieces.add("." + choice.name, "c");
    if (choice.fields.length === 0) return;
    pieces.add("(");
    choice.fields.forEach((field, index) => {
      if (index) pieces.add(", ");
      if (field.name) pieces.add(field.name + ": ", "k");
      write(field.value, field.schema, pieces, passed, depth + 1);
    });
    return pieces.add(")");
  }
  if (typeof value === "string") return pieces.add(quoted(value.length > pieces.limit ? value.slice(0, pieces.limit) : value), "s");
  if (typeof value === "number" || value instanceof Exact) return pieces.add(scalarText(value), "n");
  if (typeof value === "boolean") return pieces.add(String(value), "n");
  if (Array.isArray(value)) {
    pieces.add("[");
    for (let index = 0; index < value.length && !pieces.isFull; index++) {
      if (index) pieces.add(", ");
      write(value[index], schema?.of, pieces, passed, depth + 1);
    }
    return pieces.add("]");
  }
  const isStruct = schema?.kind === "object";
  const parts = partsOf(value, schema);
  if (isStruct) pieces.add(baseName(schema.type)), pieces.add("("); else pieces.add("[");
  if (!isStruct && parts.length === 0) pieces.add(":");
  parts.forEach((part, index) => {
    if (pieces.isFull) return;
    if (index) pieces.add(", ");
    pieces.add(isStruct || plainName.test(part.name) && !schema ? visible(part.name) : quoted(part.name), isStruct ? "k" : "");
    pieces.add(": ", "k");
    write(part.value, part.schema, pieces, passed, depth + 1);
  });
  pieces.add(isStruct ? ")" : "]");
}

/** A value in at most a number of characters. */
function written(value, schema, limit) {
  const pieces = new Pieces(limit);
  write(value, schema, pieces, new Map());
  return pieces;
}

/** The schema at a path, if known. */
function schemaAt(schema, tokens, passed = new Map()) {
  for (let index = 0; index < tokens.length; index++) {
    schema = settled(schema, passed);
    if (!schema) return undefined;
    if (schema.type) passed.set(schema.type, schema);
    const token = tokens[index];
    switch (schema.kind) {
      case "array": case "set": schema = schema.of; break;
      case "dictionary": schema = schema.value; break;
      case "object": schema = schema.fields.find(field => field.name === token)?.schema; break;
      case "enum": {
        const payload = schema.cases.find(each => each.name === token)?.payload ?? [];
        schema = payload.length === 1 && payload[0].name === undefined ? payload[0].schema
          : { kind: "object", type: "", fields: payload.map((field, number) => ({ name: field.name ?? "_" + number, schema: field.schema })) };
        break;
      }
      default: return undefined;
    }
  }
  return settled(schema, passed);
}

/** A path, as typed: `.items[3].title`. */
function swiftPath(pointer) {
  const tokens = tokensOf(pointer);
  if (tokens.length === 0) return ".";
  return tokens.map(token => /^(0|[1-9][0-9]*)$/.test(token) ? `[${token}]` : /^\[id=/.test(token) ? token
    : plainName.test(token) ? "." + token : `[${quoted(token)}]`).join("");
}

/** A whole number with groups of digits. */
const grouped = new Intl.NumberFormat("en").format;

const plural = (count, word) => grouped(count) + " " + (count === 1 ? word : word.replace(/y$/, "ie") + "s");

/** A duration in microseconds as text. */
function span(micros) {
  const sign = micros < 0 ? "-" : "", value = Math.abs(micros);
  if (value < 1000) return sign + Math.round(value) + " µs";
  if (value < 1e6) return sign + (value / 1e3).toPrecision(3) + " ms";
  if (value < 60e6) return sign + (value / 1e6).toFixed(value < 10e6 ? 2 : 1) + " s";
  const seconds = Math.round(value / 1e6);
  const hours = Math.floor(seconds / 3600), minutes = Math.floor(seconds / 60) % 60;
  return sign + (hours ? hours + " h " : "") + minutes + " min " + (hours ? "" : (seconds % 60) + " s");
}

/** The time since the start, in a nearly constant width. */
function offset(micros) {
  const sign = micros < 0 ? "-" : "+", value = Math.abs(micros) / 1e6;
  if (value < 100) return sign + value.toFixed(3);
  const two = number => String(number).padStart(2, "0");
  const tenths = Math.floor(value * 10), seconds = Math.floor(tenths / 10);
  const rest = two(seconds % 60) + "." + tenths % 10, minutes = Math.floor(seconds / 60);
  return sign + (minutes < 60 ? minutes : Math.floor(minutes / 60) + ":" + two(minutes % 60)) + ":" + rest;
}

/** A time of day; empty if a recording has a time that no calendar has. */
function momentText(micros) {
  const date = new Date((data.startMicros + micros) / 1000);
  return isNaN(date) ? "" : date.toISOString().replace("T", " ").replace("Z", " UTC");
}
