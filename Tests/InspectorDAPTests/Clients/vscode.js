// Runs the extension for VS Code with a stand-in for VS Code: what it registers starts an adapter that answers, and its
// manifest has what VS Code documents. FOLDER is the unpacked extension, STROBE the program. This is not VS Code.
const assert = require('assert');
const child = require('child_process');
const fs = require('fs');
const Module = require('module');

const factories = {};
const standIn = {
  workspace: { getConfiguration: (section) => ({ get: (key) => ({ 'strobe.path': process.env.STROBE }[`${section}.${key}`]) }) },
  debug: {
    registerDebugAdapterDescriptorFactory(type, factory) {
      factories[type] = factory;
      return { dispose() {} };
    },
  },
  DebugAdapterExecutable: class {
    constructor(command, args, options) { Object.assign(this, { command, args, options }); }
  },
};
const load = Module._load;
Module._load = (name, ...rest) => (name === 'vscode' ? standIn : load(name, ...rest));

const folder = process.env.FOLDER;
const manifest = JSON.parse(fs.readFileSync(`${folder}/package.json`, 'utf8'));
// What vscode/src/vs/workbench/contrib/debug/common/debugSchemas.ts allows.
const allowed = ['type', 'label', 'program', 'args', 'runtime', 'runtimeArgs', 'variables', 'initialConfigurations', 'languages',
  'adapterExecutableCommand', 'configurationSnippets', 'configurationAttributes', 'windows', 'osx', 'linux', 'strings', 'when',
  'hiddenWhen', 'deprecated'];
for (const field of ['name', 'version', 'publisher', 'engines']) assert(manifest[field], `package.json has no ${field}`);
assert.match(manifest.engines.vscode, /^\^\d+\.\d+\.\d+$/);
assert(manifest.activationEvents.every((event) => /^onDebug(Resolve|InitialConfigurations)?(:strobe)?$/.test(event)));
assert.deepStrictEqual(manifest.contributes.breakpoints, [{ language: 'swift' }]);
for (const [type, properties] of Object.entries(manifest.contributes.configuration.properties)) {
  assert(type.startsWith('strobe.') && properties.type && properties.description);
}
const types = ['string', 'number', 'boolean', 'array', 'object'];
for (const debugger_ of manifest.contributes.debuggers) {
  for (const key of Object.keys(debugger_)) assert(allowed.includes(key), `debuggers may not have ${key}`);
  for (const [request, schema] of Object.entries(debugger_.configurationAttributes)) {
    assert(['launch', 'attach'].includes(request));
    for (const [name, property] of Object.entries(schema.properties)) {
      assert(property.description, `${name} has no description`);
      assert(property.enum || [property.type].flat().every((type) => types.includes(type)), `${name} has no type`);
    }
    for (const name of schema.required || []) assert(schema.properties[name]);
  }
  for (const configuration of [...debugger_.initialConfigurations, ...debugger_.configurationSnippets.map((snippet) => snippet.body)]) {
    assert(configuration.type === debugger_.type && configuration.name);
    const { properties } = debugger_.configurationAttributes[configuration.request];
    for (const key of Object.keys(configuration)) assert(['type', 'name', 'request'].includes(key) || properties[key], key);
  }
}

const context = { subscriptions: [] };
require(`${folder}/${manifest.main}`).activate(context);
assert.strictEqual(context.subscriptions.length, 1);
assert.deepStrictEqual(Object.keys(factories), ['strobe']);
const described = factories.strobe.createDebugAdapterDescriptor({ workspaceFolder: { uri: { fsPath: folder } } });
assert(described instanceof standIn.DebugAdapterExecutable);
assert.doesNotThrow(() => factories.strobe.createDebugAdapterDescriptor({}));
const body = JSON.stringify({ seq: 1, type: 'request', command: 'initialize', arguments: { adapterID: 'strobe' } });
const ran = child.spawnSync(described.command, described.args, {
  cwd: described.options.cwd, input: `Content-Length: ${body.length}\r\n\r\n${body}`, encoding: 'utf8', timeout: 20000,
});
assert.strictEqual(ran.status, 0, ran.stderr);
assert(JSON.parse(ran.stdout.split('\r\n\r\n')[1]).body.supportsStepBack);
console.log('ok   the extension for VS Code, with a stand-in for VS Code');
