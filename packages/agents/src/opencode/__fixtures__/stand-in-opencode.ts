import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** How the stand-in for the program behaves when it is told to serve. */
export type StandInManner = 'serve' | 'exit' | 'silent' | 'busy-port' | 'stubborn';

const SERVER = `
import { createServer } from 'node:http';
import { spawn } from 'node:child_process';
const manner = process.env.STAND_IN_MANNER;
const port = Number(process.argv.find((each) => each.startsWith('--port=')).slice(7));
if (manner === 'exit') { console.error('no licence\\nfor this'); process.exit(7); }
if (manner === 'busy-port') { console.error('Error: EADDRINUSE ' + port); process.exit(1); }
if (manner === 'stubborn') { process.on('SIGTERM', () => {}); }
if (manner === 'silent') setInterval(() => {}, 1000);
else createServer((request, response) => {
  const { STAND_IN_MANNER, OPENCODE_SERVER_PASSWORD, OPENCODE_CONFIG_CONTENT, GREETING } = process.env;
  const given = request.headers.authorization ?? '';
  const isAllowed = given === 'Basic ' + Buffer.from('opencode:' + OPENCODE_SERVER_PASSWORD).toString('base64');
  if (request.url === '/child') {
    const child = spawn('sleep', ['60'], { detached: true, stdio: 'ignore' });
    return response.end(String(child.pid));
  }
  if (request.url === '/exit') { response.end(); setTimeout(() => process.exit(3), 10); return; }
  response.end(JSON.stringify({ isAllowed, config: OPENCODE_CONFIG_CONTENT, greeting: GREETING, argv: process.argv.slice(2) }));
}).listen(port, '127.0.0.1', () => console.log('opencode server listening on http://127.0.0.1:' + port));
`;

/** A program that stands in for \`opencode\`, in a folder of its own. */
export function standInOpencode(): Disposable & { folder: string; executable: string } {
  const folder = mkdtempSync(join(tmpdir(), 'stand-in-opencode-'));
  const executable = join(folder, 'opencode');
  writeFileSync(join(folder, 'server.mjs'), SERVER);
  writeFileSync(executable, `#!/bin/sh\nexec "${process.execPath}" "${join(folder, 'server.mjs')}" "$@"\n`);
  chmodSync(executable, 0o755);
  return { folder, executable, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Puts a stand-in for the SDK into the \`node_modules\` of a folder. Its client says where it was pointed at. */
export function addStandInSDK(folder: string): void {
  const at = join(folder, 'node_modules', '@opencode-ai', 'sdk');
  mkdirSync(at, { recursive: true });
  const manifest = { name: '@opencode-ai/sdk', type: 'module', exports: { './v2/client': { import: './client.js' } } };
  writeFileSync(join(at, 'package.json'), JSON.stringify(manifest));
  const source = `export function createOpencodeClient(options) {
    const refuse = async () => ({ error: { data: { message: JSON.stringify(options) } }, response: { status: 400 } });
    return { session: { create: refuse, get: refuse } };
  }`;
  writeFileSync(join(at, 'client.js'), source);
}
