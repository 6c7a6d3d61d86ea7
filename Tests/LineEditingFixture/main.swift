import LineEditing

let editor = try LineEditor()
while case .line(let line) = await editor.readLine("> ") { editor.print(line) }
await editor.close()
