import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DEFAULT_AGENT } from './agent-config.ts';
import { AgentConfigFile } from './agent-config-file.ts';

let dataDir: string;
let file: AgentConfigFile;
let clock = 1;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'agent-config-'));
  file = new AgentConfigFile({ dataDir, agentId: 'jobs' });
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

/** Writes the file with a time of its own, as two changes by a person have. */
function write(text: string): void {
  writeFileSync(file.path, text);
  utimesSync(file.path, (clock += 10), clock);
}

const named = (name: string) => JSON.stringify({ ...DEFAULT_AGENT, name });

test('a configuration file is created where people look for it, readable by its owner only', () => {
  file.create();
  expect(file.path).toBe(join(dataDir, 'agents', 'jobs', 'agent.json'));
  expect(JSON.parse(readFileSync(file.path, 'utf8'))).toEqual(DEFAULT_AGENT);
  expect(statSync(file.path).mode & 0o777).toBe(0o600);
  expect(file.read()).toEqual({ config: DEFAULT_AGENT, errors: [] });
});

test('an existing file is left as it is', () => {
  file.create();
  write(named('Mine'));
  file.create();
  expect(file.read().config.name).toBe('Mine');
});

test('the defaults apply without a file, and nothing is wrong', () => {
  expect(file.read()).toEqual({ config: DEFAULT_AGENT, errors: [] });
});

test('a change applies from the next read on', () => {
  file.create();
  write(named('First'));
  expect(file.read().config.name).toBe('First');
  write(named('Other'));
  expect(file.read().config.name).toBe('Other');
});

test('the last valid configuration applies while the file is broken, and the error says why', () => {
  file.create();
  write(named('Good'));
  file.read();
  write('{ "id": ');
  expect(file.read()).toMatchObject({ config: { name: 'Good' }, errors: [expect.stringContaining('not JSON')] });
  write(named('Better'));
  expect(file.read()).toMatchObject({ config: { name: 'Better' }, errors: [] });
});

test('the defaults apply when the file is broken at the start', () => {
  file.create();
  write('nonsense');
  expect(file.read()).toMatchObject({ config: DEFAULT_AGENT, errors: [expect.any(String)] });
});

test('the defaults apply after the file was removed', () => {
  file.create();
  write(named('Gone'));
  file.read();
  rmSync(file.path);
  expect(file.read()).toEqual({ config: DEFAULT_AGENT, errors: [] });
});

test('a folder in place of the file is an error and not a crash', () => {
  mkdirSync(file.path, { recursive: true });
  file.create();
  expect(file.read()).toMatchObject({ config: DEFAULT_AGENT, errors: [expect.stringContaining('cannot be read')] });
});
