#!/usr/bin/env node
/**
 * Stands in for the program of Codex, as far as its `app-server` goes: answers calls, and plays what the user says when a
 * turn begins, or else what `FAKE_CODEX` says. The program itself is tried in `e2e/agents`.
 */
import { createInterface } from 'node:readline';

const behaviour = process.env['FAKE_CODEX'] ?? 'answer';
const send = (message: object): void => void process.stdout.write(`${JSON.stringify(message)}\n`);
let threadId = 'thread-1';
const tell = (method: string, params: object): void => send({ method, params: { threadId, ...params } });
const endTurn = (status: string): void => tell('turn/completed', { turn: { id: 'turn-1', status, error: null } });

// What it was started with, for those who want to know.
tell('posthouse/started', { argv: process.argv.slice(2), key: process.env['POSTHOUSE_CODEX_KEY'] ?? null });
if (behaviour === 'exit at once') {
  process.stderr.write('no configuration\n');
  process.exit(3);
}

const turn: Record<string, () => void> = {
  answer: () => {
    tell('item/agentMessage/delta', { itemId: 'a', delta: 'Hello.' });
    endTurn('completed');
  },
  exit: () => {
    tell('item/agentMessage/delta', { itemId: 'a', delta: 'Hel' });
    process.stderr.write('out of ink\n');
    process.exit(7);
  },
  hang: () => undefined,
  interruptible: () => tell('item/agentMessage/delta', { itemId: 'a', delta: 'Working' }),
  flood: () => {
    for (let each = 0; each < 5_000; each += 1) {
      tell('item/commandExecution/outputDelta', { itemId: 'c', delta: 'x'.repeat(2_000) });
    }
    endTurn('completed');
  },
  // A command after the other, each of which prints ten megabytes: piece by piece, and then all of it once more.
  'flood with results': () => {
    const delta = 'x'.repeat(100_000);
    for (let each = 0; each < 5; each += 1) {
      const item = { type: 'commandExecution', id: `c${each}`, command: 'yes', cwd: '/', status: 'inProgress' };
      tell('item/started', { item });
      for (let piece = 0; piece < 100; piece += 1) {
        tell('item/commandExecution/outputDelta', { itemId: item.id, delta });
      }
      const end = { status: 'completed', exitCode: 0, aggregatedOutput: delta.repeat(100) };
      tell('item/completed', { item: { ...item, ...end } });
    }
    endTurn('completed');
  },
  // What no version of the program has ever said, and results of calls that nobody has made.
  strange: () => {
    process.stdout.write('Segmentation fault, or is it?\n{"half": \n');
    send({ id: 4_711, result: 'of a call that nobody has made' });
    send({ id: 'q9', method: 'weather/ask', params: { where: 'here' } });
    tell('weather/changed', { degrees: 12 });
    tell('item/started', { item: { type: 'hologram', id: 'h1' } });
    tell('item/completed', { item: { type: 'hologram', id: 'h2', size: 3 } });
    tell('item/commandExecution/outputDelta', { itemId: 'nobody-knows', delta: 'x' });
    tell('item/agentMessage/delta', { itemId: 'a', delta: 'All the same. ' });
    endTurn('completed');
  },
  // The same, and then it gives up in a way that nobody has heard of.
  'strange failure': () => {
    tell('weather/changed', { degrees: 40 });
    tell('item/commandExecution/outputDelta', { itemId: 'nobody-knows', delta: 'x' });
    tell('turn/completed', {
      turn: { id: 'turn-1', status: 'melted', error: { message: 'too hot', kind: 'weather' } },
    });
  },
  ask: () => {
    const params = { threadId: 'thread-1', itemId: 'c1', command: 'ls', reason: 'why', cwd: null };
    send({ id: 'q1', method: 'item/commandExecution/requestApproval', params });
  },
};

createInterface({ input: process.stdin })
  .on('line', (line) => {
    const message = JSON.parse(line) as {
      id?: unknown;
      method?: string;
      params?: { threadId?: string; input?: { text?: string }[] };
      result?: unknown;
    };
    const { id, method, params } = message;
    if (method === undefined) {
      tell('posthouse/answered', { result: message.result });
      endTurn('completed');
    } else if (id === undefined) {
      tell('posthouse/notified', { method });
    } else if (behaviour === 'refuse' && method === 'turn/start') {
      send({ id, error: { code: -1, message: 'not today' } });
    } else if (params?.threadId === 'unknown') {
      send({ id, error: { code: -32_600, message: 'no rollout found' } });
    } else {
      threadId = method === 'thread/fork' ? 'thread-2' : (params?.threadId ?? threadId);
      send({ id, result: { thread: { id: threadId }, turn: { id: 'turn-1' } } });
      if (method.startsWith('thread/')) tell('posthouse/opened', { method, params });
      if (method === 'turn/start') (turn[params?.input?.[0]?.text ?? ''] ?? turn[behaviour])?.();
      if (method === 'turn/interrupt' && behaviour === 'interruptible') {
        tell('item/agentMessage/delta', { itemId: 'a', delta: 'late' });
        endTurn('interrupted');
      }
    }
  })
  .on('close', () => {
    // A program that hangs does not notice that nobody is there any more.
    if (behaviour !== 'hang') process.exit(0);
    process.on('SIGTERM', () => undefined);
    setInterval(() => undefined, 1_000);
  });
if (behaviour === 'hang') process.on('SIGTERM', () => undefined);
