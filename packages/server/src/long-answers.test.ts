import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { action, type AgentFunction } from '@posthouse/runtime';
import type { ScriptedRequest, ScriptedTurn } from '@posthouse/runtime/scripted';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { calls, LoopingModel } from './__fixtures__/looping-model.ts';

afterEach(() => vi.unstubAllEnvs());

const MB = 1024 * 1024;
const TEXT = (process.env.TEST_FULL === '1' ? 100 : 8) * MB;
const RESULT = 300 * MB;
const finish: ScriptedTurn = calls('task_complete', { finish_message: 'done' });

/** The log of the task as the server stores it. */
async function logOf(loop: LoopingModel) {
  const { store } = loop.server.served;
  const [task] = await store.list({ swarm: 'loop', role: 'user', id: 'dev-user' }, undefined, 10);
  return (await store.read(task!.key, 0, 1_000)).entries;
}

describe('an endless answer', () => {
  test('an endless answer is cut off after 1 MB, and the model is disconnected', async () => {
    const script = ({ index }: ScriptedRequest): ScriptedTurn => (index === 0 ? { hugeText: { bytes: TEXT } } : finish);
    await using loop = await LoopingModel.start({ script });
    expect(await loop.post()).toMatchObject({ status: 'complete', response: 'done' });
    expect(await loop.llm.requests[0]!.closed).toBe('client-closed');
    const written = (await logOf(loop)).flatMap((entry) => (entry.type === 'text-written' ? entry.parts : []));
    const [text] = written.map((part) => part.text);
    const word = `[The answer was cut off here, after ${MB} bytes.]`;
    expect(text!.endsWith(word)).toBe(true);
    expect(text!.length).toBeLessThan(MB + 100);
    // It reads what it had said, with the word about it, and is asked to use a tool.
    expect(loop.prompt(1)).toContain('You answered without calling a tool');
    expect(loop.llm.requests[1]!.messages.some((message) => message.text.endsWith(word))).toBe(true);
  });

  test('an endless call fails with the limit it reached', async () => {
    const rawInput = `{"finish_message":"${'x'.repeat(4 * MB)}`;
    const script = (): ScriptedTurn => ({ toolCalls: [{ name: 'task_complete', rawInput }], chunkSize: 16_384 });
    await using loop = await LoopingModel.start({ script });
    const answer = await loop.post();
    expect(answer).toMatchObject({ status: 'error', code: 'model_failed' });
    expect(answer.response).toContain(`it was cut off after ${MB} bytes (limits.textBytes)`);
    expect(loop.bill).toBe(1);
  });

  test('an endless answer is cut off at the limit of its message', async () => {
    const script = ({ index }: ScriptedRequest): ScriptedTurn => (index === 0 ? { hugeText: { bytes: MB } } : finish);
    await using loop = await LoopingModel.start({ script });
    await loop.post({ kwargs: { limits: { text_bytes: 1_000 } } });
    expect(loop.prompt(1)).toContain('[The answer was cut off here, after 1000 bytes.]');
    expect(loop.prompt(1).length).toBeLessThan(10_000);
  });

  test('an endless answer stops when its task is cancelled', async () => {
    const script = (): ScriptedTurn => ({ hugeText: { bytes: TEXT }, chunkSize: 1_024, delayMs: 1 });
    await using loop = await LoopingModel.start({ script });
    const answer = loop.post();
    await loop.llm.received(0);
    await loop.call('/tasks/t/cancel', {});
    expect(await loop.llm.requests[0]!.closed).toBe('client-closed');
    expect(await answer).toMatchObject({ status: 'cancelled' });
  });
});

describe('an endless answer of a function that asks a model', () => {
  const answering = (first: ReturnType<AgentFunction>) => {
    let asked = 0;
    const run: AgentFunction = () => ((asked += 1) === 1 ? first : finishing);
    return { asked: () => asked, boss: { model: undefined, run, asksModel: 'openai/gpt-5' } };
  };
  const finishing = { calls: [{ tool: 'task_complete', input: { finish_message: 'done' } }] };
  const script = (): ScriptedTurn => finish;

  test('an endless text of a function is stored with 1 MB and a word about it', async () => {
    const { boss, asked } = answering({ text: 'x'.repeat(TEXT) });
    await using loop = await LoopingModel.start({ script, boss });
    expect(await loop.post()).toMatchObject({ status: 'complete', response: 'done' });
    expect(asked()).toBe(2);
    const [text] = (await logOf(loop)).flatMap((entry) => (entry.type === 'text-written' ? entry.parts : []));
    expect(text!.text).toBe(`${'x'.repeat(MB)}\n\n[The answer was cut off here, after ${MB} bytes.]`);
  });

  test('an endless call of a function is left out, and calls before it are made', async () => {
    const long = { tool: 'task_complete', input: { finish_message: 'x'.repeat(4 * MB) } };
    const { boss, asked } = answering({ calls: [{ tool: 'tick', input: {} }, long] });
    await using loop = await LoopingModel.start({ script, boss });
    expect(await loop.post()).toMatchObject({ status: 'complete', response: 'done' });
    const made = (await logOf(loop)).flatMap((entry) => (entry.type === 'call' ? [entry.tool] : []));
    expect([made, asked()]).toEqual([['tick', 'task_complete'], 2]);
  });

  test('an endless call of a function alone fails with the limit it reached', async () => {
    const long = { tool: 'task_complete', input: { finish_message: 'x'.repeat(4 * MB) } };
    const { boss, asked } = answering({ calls: [long] });
    await using loop = await LoopingModel.start({ script, boss });
    const answer = await loop.post();
    expect(answer).toMatchObject({ status: 'error', code: 'model_failed' });
    expect(answer.response).toContain(`it was cut off after ${MB} bytes (limits.textBytes)`);
    expect(asked()).toBe(1);
  });
});

describe('a result of 300 MB', () => {
  const everything = action({
    name: 'read_everything',
    description: 'Reads all there is.',
    parameters: { type: 'object', properties: { as: { type: 'string' } } },
    execute: ({ as }: { as?: string }) => {
      if (as === 'rows') return Array.from({ length: RESULT / ROW.length }, () => row);
      return as === 'error' ? fail() : 'é'.repeat(RESULT / 2);
    },
  });
  const ROW = 'a row of a hundred bytes '.repeat(4);
  let rowsRead = 0;
  // Whatever JSON has words for may be returned, also what is not JSON yet.
  const row = {
    toJSON: () => {
      rowsRead += 1;
      return ROW;
    },
  } as unknown as string;
  const fail = (): never => {
    throw new Error('no'.repeat(RESULT / 4));
  };

  test.each(['text', 'error', 'rows'])(
    'a result of 300 MB is stored with 1 MB and given to the model with 64 KB, as %s',
    async (as) => {
      const folder = await mkdtemp(join(tmpdir(), 'posthouse-'));
      try {
        const file = join(folder, 'post.db');
        const script = ({ index }: ScriptedRequest): ScriptedTurn =>
          index === 0 ? calls('read_everything', { as }) : finish;
        await using loop = await LoopingModel.start({
          script,
          actions: [everything],
          server: { databaseURL: `sqlite:${file}` },
        });
        expect(await loop.post()).toMatchObject({ response: 'done' });
        const ended = (await logOf(loop)).find((entry) => entry.type === 'call-ended');
        const content = (ended as { result: { content: string } }).result.content;
        expect(content).toMatch(new RegExp(`\\[Cut: these are the first ${MB} of (?:more than )?\\d+ bytes\\.\\]$`));
        expect(Buffer.byteLength(content)).toBeLessThan(MB + 100);
        const [result] = loop.llm.requests[1]!.messages.flatMap((message) => message.toolResults);
        expect(result!.text).toContain(`[Cut: these are the first ${64 * 1024} of `);
        expect(Buffer.byteLength(result!.text)).toBeLessThan(64 * 1024 + 200);
        // Nobody waits, and no stop, until all of it was turned into text.
        expect(rowsRead).toBeLessThanOrEqual(as === 'rows' ? (1.1 * MB) / ROW.length : 0);
        for (const name of [file, `${file}-wal`]) expect((await stat(name)).size).toBeLessThan(8 * MB);
      } finally {
        await rm(folder, { recursive: true });
      }
    },
  );
});
