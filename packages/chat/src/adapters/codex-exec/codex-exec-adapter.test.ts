import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenOptions } from '../agent-adapter.ts';
import { createCodexExecAdapter } from './codex-exec-adapter.ts';

/** Stands in for the SDK: its only event tells what it was made with. */
const SDK = `export class Codex {
  constructor(given) { this.given = given; }
  startThread(thread) { return this.#open({ thread }); }
  resumeThread(id, thread) { return this.#open({ thread, id }); }
  #open(opened) {
    const events = (async function* (given) { yield { type: 'turn.completed', ...given }; })({ ...opened, codex: this.given });
    return { runStreamed: async () => ({ events }) };
  }
}`;

let from: string;
beforeAll(() => {
  from = mkdtempSync(join(tmpdir(), 'posthouse-codex-exec-'));
  const folder = join(from, 'node_modules', '@openai', 'codex-sdk');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module', exports: './sdk.js' }));
  writeFileSync(join(folder, 'sdk.js'), SDK);
});
afterAll(() => rmSync(from, { recursive: true }));

type Made = {
  thread: Record<string, unknown>;
  id?: string;
  codex: { config: unknown; env: Record<string, string>; apiKey?: string; codexPathOverride?: string };
};

/** What the SDK is made with for a session. */
async function make(options: Partial<OpenOptions>, command?: string): Promise<Made> {
  const codex = createCodexExecAdapter({ from, command });
  await using session = await codex.open({ cwd: '/workspace', ...options });
  const signal = new AbortController().signal;
  const events: unknown[] = [];
  for await (const event of session.send([{ type: 'text', text: 'Hello.' }], { signal })) events.push(event);
  return events[0] as Made;
}

describe('options for the Codex SDK', () => {
  it('ask nobody, stay in the folder, and need no repository there', async () => {
    const { thread, id, codex } = await make({ model: 'gpt-x' });
    expect(thread).toEqual({
      // The other policies are refused by the program, or wait for somebody who cannot be asked.
      approvalPolicy: 'never',
      sandboxMode: 'workspace-write',
      skipGitRepoCheck: true,
      workingDirectory: '/workspace',
      model: 'gpt-x',
    });
    expect(id).toBeUndefined();
    // Or the process would stay for seconds after each answer, and look for updates.
    expect(codex.config).toMatchObject({ features: { plugins: false, apps: false } });
  });

  it('can be overridden by the session, except the folder', async () => {
    const options = { sandboxMode: 'read-only', workingDirectory: '/elsewhere', config: { features: { apps: true } } };
    const { thread, codex } = await make({ options });
    expect(thread).toMatchObject({ sandboxMode: 'read-only', workingDirectory: '/workspace' });
    expect(thread).not.toHaveProperty('config');
    expect(codex.config).toMatchObject({ features: { plugins: false, apps: true } });
  });

  it('continue the given conversation', async () => {
    expect((await make({ agentSessionId: 'thread-9' })).id).toBe('thread-9');
  });

  it('reach another model server over plain HTTP, with the key in no argument', async () => {
    const { codex } = await make({ baseURL: 'http://127.0.0.1:1/v1', apiKey: 'secret' });
    expect(codex.config).toMatchObject({
      model_provider: 'posthouse',
      model_providers: { posthouse: { base_url: 'http://127.0.0.1:1/v1', wire_api: 'responses' } },
    });
    expect(JSON.stringify(codex.config)).not.toContain('secret');
    expect(codex.env).toMatchObject({ POSTHOUSE_CODEX_KEY: 'secret' });
    expect(codex.apiKey).toBeUndefined();
    expect((await make({ apiKey: 'mine' })).codex.apiKey).toBe('mine');
  });

  it('pass the needed and the given variables, and nothing else', async () => {
    const { codex } = await make({ env: { CODEX_HOME: '/codex' } }, '/opt/codex');
    expect(codex.env).toMatchObject({ CODEX_HOME: '/codex' });
    expect(codex.env['PATH']).toContain(process.env['PATH']);
    expect(Object.keys(codex.env)).not.toContain('VITEST');
    expect(codex.codexPathOverride).toBe('/opt/codex');
  });
});

describe('availability of Codex exec', () => {
  it('depends on the package', async () => {
    expect(await createCodexExecAdapter({ from }).availability()).toEqual({ available: true });
  });
});
