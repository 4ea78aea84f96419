// Runs a TypeScript file: `node scripts/run.cjs FILE ARGUMENTS…`. Plain CommonJS in old syntax, so that even an old Node reaches the sentence
// below instead of a syntax error.
var path = require('path');
var url = require('url');

var major = Number(process.versions.node.split('.')[0]);
if (major < 24) {
  console.error(
    'Posthouse needs Node 24 or newer, but this is Node ' +
      process.versions.node +
      '. Run `npm ci` without --ignore-scripts and --omit=optional (it brings its own Node 24), or install Node 24.',
  );
  process.exit(1);
}
// The file sees the arguments that it would see if it had been run directly.
process.argv.splice(1, 2, path.resolve(process.argv[2]));
import(url.pathToFileURL(process.argv[1]).href);
