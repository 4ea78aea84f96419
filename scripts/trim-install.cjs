// Runs after `npm ci` and deletes from node_modules what nothing here reads: source maps and the sources that they show, the headers and manual of
// Node, and the C sources beside a compiled SQLite; together a fifth of what is installed. Plain CommonJS in old syntax: whichever Node npm runs on may have to run it.
var fs = require('fs');
var path = require('path');

var UNREAD_FOLDERS = [
  /[\\/]node[\\/]node_modules[\\/]node-[\w-]+[\\/](?:include|share)$/,
  /[\\/]better-sqlite3[\\/]deps$/,
];

// Maps, and TypeScript that is not a declaration: Node refuses to run any in node_modules.
var UNREAD_FILES = /\.map$|^(?!.*\.d\.).*\.[cm]?tsx?$/;

function trim(folder) {
  fs.readdirSync(folder, { withFileTypes: true }).forEach(function (entry) {
    var file = path.join(folder, entry.name);
    var isUnread = UNREAD_FOLDERS.some(function (pattern) {
      return pattern.test(file);
    });
    if (entry.isDirectory() && isUnread) fs.rmSync(file, { recursive: true });
    else if (entry.isDirectory()) trim(file);
    // Links lead to our own packages.
    else if (entry.isFile() && UNREAD_FILES.test(entry.name)) fs.unlinkSync(file);
  });
}

function toFolders(workspace) {
  if (!workspace.endsWith('/*')) return [workspace];
  var parent = workspace.slice(0, -2);
  return fs.readdirSync(path.join(root, parent)).map(function (name) {
    return path.join(parent, name);
  });
}

var root = process.argv[2] || path.join(__dirname, '..');
var workspaces = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')).workspaces;
[].concat
  .apply(['.'], workspaces.map(toFolders))
  .map(function (folder) {
    return path.join(root, folder, 'node_modules');
  })
  .filter(fs.existsSync)
  .forEach(trim);
