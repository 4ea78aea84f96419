import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { OpenOptions } from '../agent-adapter.ts';
import { standInPackages } from './__fixtures__/stand-in-pi.ts';
import { openPi, type PiDriverOptions } from './open-pi.ts';
import { createPiAdapter } from './pi-adapter.ts';
import { loadPi, missingPi } from './pi-module.ts';
import { toPiModel } from './pi-options.ts';

const state = mkdtempSync(join(tmpdir(), 'open-pi-'));
afterAll(() => rmSync(state, { recursive: true, force: true }));

const NEWER = '@earendil-works';
const OLDER = '@mariozechner';

/** What the stand-in says about how it was made. */
async function ask(options: Partial<OpenOptions>, driver: PiDriverOptions): Promise<string> {
  await using session = await openPi(
    { cwd: state, model: 'known/parrot', ...options, options: { stateFolder: state, ...options.options } },
    driver,
  );
  let text = '';
  for await (const event of session.send({ role: 'user', content: [] }, { signal: new AbortController().signal })) {
    const [block] = ('message' in event ? (event.message?.content ?? []) : []) as { text?: string }[];
    text = block?.text ?? text;
  }
  return text;
}

describe('the pi package', () => {
  test('the newer pi package is used where both are installed, or the one that is asked for', async () => {
    using both = standInPackages([NEWER, OLDER]);
    expect(await ask({}, { from: both.folder })).toMatch(/^@earendil-works /);
    expect(await ask({ options: { package: `${OLDER}/pi-agent-core` } }, { from: both.folder })).toMatch(
      /^@mariozechner /,
    );
    expect(await ask({}, { from: both.folder, packageName: `${OLDER}/pi-agent-core` })).toMatch(/^@mariozechner /);
  });

  test('the older pi package is used where only that is installed', async () => {
    using older = standInPackages([OLDER]);
    expect(await ask({}, { from: older.folder })).toMatch(/^@mariozechner /);
  });

  test('a missing pi package is named with its install command', async () => {
    // The newer one may be installed next to us.
    const failure = ask({}, { from: state, packageName: `${OLDER}/pi-agent-core` });
    await expect(failure).rejects.toMatchObject({ code: 'agent_unavailable' });
    await expect(failure).rejects.toThrow('npm install @mariozechner/pi-agent-core');
    expect(missingPi({}).message).toContain('npm install @earendil-works/pi-agent-core');
  });

  test('the pi package decides whether the agent is available', async () => {
    using older = standInPackages([OLDER]);
    expect(await createPiAdapter({ from: older.folder }).availability()).toEqual({ available: true });
    const packageName = `${OLDER}/pi-agent-core`;
    const { available, reason } = await createPiAdapter({ from: state, packageName }).availability();
    expect(available).toBe(false);
    expect(reason).toContain(packageName);
  });
});

describe('the model of pi', () => {
  test('the model is used as pi knows it, with the key of the environment', async () => {
    using both = standInPackages([NEWER]);
    expect(await ask({}, { from: both.folder })).toBe(
      '@earendil-works known parrot anthropic-messages https://known.example key of known function',
    );
  });

  test('a model with a base URL belongs to the session, with its own key', async () => {
    using both = standInPackages([NEWER]);
    const options = { model: 'mine/some/model', baseURL: 'http://127.0.0.1:1/v1', apiKey: 'secret' };
    expect(await ask(options, { from: both.folder })).toBe(
      '@earendil-works mine some/model openai-completions http://127.0.0.1:1/v1 secret function',
    );
    const spoken = { ...options, options: { api: 'openai-responses' } };
    expect(await ask(spoken, { from: both.folder })).toContain('openai-responses');
    expect(await ask({ ...options, model: 'known/parrot' }, { from: both.folder })).toContain(
      'anthropic-messages http://127.0.0.1:1',
    );
  });

  test("an unknown model is addressed without OpenAI's newest features", async () => {
    const pi = { findModel: () => undefined, findKey: () => undefined } as never;
    const options = { cwd: state, model: 'mine/parrot', baseURL: 'http://127.0.0.1:1/v1' };
    expect(toPiModel(pi, options)).toMatchObject({
      api: 'openai-completions',
      compat: { supportsReasoningEffort: false, supportsDeveloperRole: false },
    });
  });

  test.each([NEWER, OLDER])('a model is asked again after an error by %s, as often as by the other', async (scope) => {
    using packages = standInPackages([scope]);
    const pi = await loadPi({ from: packages.folder, packageName: `${scope}/pi-agent-core` });
    const agent = pi.createAgent({ initialState: { messages: [] } } as never) as unknown as {
      options: { streamFn: (model: unknown, context: unknown, options?: object) => unknown };
    };
    expect(agent.options.streamFn('model', 'context', { signal: 'mine' })).toEqual([
      'model',
      'context',
      { signal: 'mine', maxRetries: 2 },
    ]);
  });

  test.each([undefined, 'parrot', 'mine/', '/parrot'])('the model of pi cannot be %j', async (model) => {
    using both = standInPackages([NEWER]);
    await expect(ask({ model }, { from: both.folder })).rejects.toMatchObject({ code: 'invalid_configuration' });
  });

  test('an unknown model needs a base URL', async () => {
    using both = standInPackages([NEWER]);
    await expect(ask({ model: 'mine/parrot' }, { from: both.folder })).rejects.toThrow('Give a base URL');
  });
});

describe('options of pi', () => {
  test.each([
    [{ permission: 'maybe' }, '"ask" or "allow"'],
    [{ api: 7 }, 'a text'],
    [{ systemPrompt: [] }, 'a text'],
  ])('invalid options of pi are refused by name: %j', async (options, expected) => {
    await expect(ask({ options: options as never }, {})).rejects.toThrow(expected);
  });
});

describe('a program that brings its own pi', () => {
  const given = { id: 'rules', name: 'Rules', api: 'mine', provider: 'house', baseUrl: 'none' } as never;

  test('decides on the model, whatever a session asks for', async () => {
    using both = standInPackages([NEWER]);
    expect(await ask({ model: 'known/parrot' }, { from: both.folder, model: given })).toMatch(
      / house rules mine none /,
    );
    expect(await ask({ model: 'nothing that pi could read' }, { from: both.folder, model: given })).toContain('rules');
  });

  test('asks the model itself', async () => {
    let asked: unknown;
    const stream = (): unknown => (asked = 'me');
    using both = standInPackages([NEWER]);
    const pi = await loadPi({ from: both.folder });
    const agent = pi.createAgent({ initialState: { messages: [] }, streamFn: stream } as never) as unknown as {
      options: { streamFn: () => unknown };
    };
    agent.options.streamFn();
    expect(asked).toBe('me');
  });

  test('keeps the conversation: pi writes nothing, and continues from what it is given', async () => {
    using both = standInPackages([NEWER]);
    const folder = mkdtempSync(join(tmpdir(), 'open-pi-kept-'));
    const options = { cwd: folder, model: 'known/parrot', options: { stateFolder: folder } };
    await using session = await openPi(options, { from: both.folder, messages: [{ role: 'user', content: 'Before' }] });
    const { signal } = new AbortController();
    for await (const _ of session.send({ role: 'user', content: [] }, { signal }));
    expect(session.agentSessionId).toBeUndefined();
    expect(readdirSync(folder)).toEqual([]);
    await expect(session.fork()).rejects.toMatchObject({ code: 'agent_failed' });
    rmSync(folder, { recursive: true, force: true });
  });
});
