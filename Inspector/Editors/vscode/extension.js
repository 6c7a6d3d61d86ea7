// Starts `strobe dap` for debug sessions of the type strobe. Package it with ../vsix.py FILE.vsix, or copy this folder to
// ~/.vscode/extensions/strobe.
const vscode = require('vscode');

exports.activate = (context) => {
  const factory = {
    createDebugAdapterDescriptor(session) {
      const path = vscode.workspace.getConfiguration('strobe').get('path', 'strobe');
      const options = { cwd: session.workspaceFolder && session.workspaceFolder.uri.fsPath };
      return new vscode.DebugAdapterExecutable(path, ['dap'], options);
    },
  };
  context.subscriptions.push(vscode.debug.registerDebugAdapterDescriptorFactory('strobe', factory));
};
