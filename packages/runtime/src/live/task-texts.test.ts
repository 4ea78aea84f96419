import type { LogEntry, NewEntry, Token } from '@posthouse/protocol';
import type { Committed, SavedLiveText } from '@posthouse/store';
import { expect, test } from 'vitest';
import { LiveHub } from './live-hub.ts';
import { TaskTexts } from './task-texts.ts';

const tick = () => new Promise((resolve) => setImmediate(resolve));
const place = { agent: 'a', turn: 1, attempt: 1, epoch: 1 };

/** An owner whose log answers only when it is told to. */
function own() {
  const saved: SavedLiveText[] = [];
  const live = new LiveHub({ saveLive: async (texts) => void saved.push(...texts) });
  const tokens: { token: Token; start: number }[] = [];
  live.subscribe('t', (token, start) => tokens.push({ token, start }));
  const writes: NewEntry[][] = [];
  const answers: PromiseWithResolvers<Committed>[] = [];
  const owner = { run: 3 as number | undefined };
  const texts = new TaskTexts({
    live,
    task: 't',
    run: () => owner.run,
    commit: (entries) => {
      writes.push(entries);
      const answer = Promise.withResolvers<Committed>();
      answers.push(answer);
      return answer.promise;
    },
  });
  const write = (delta: string, part = 0, agent = 'a') =>
    texts.write({ ...place, agent }, { part, kind: 'text', delta });
  /** The oldest write that is under way is on disk, behind so many entries. */
  const land = async (head: number) => {
    const entries = writes[writes.length - answers.length]!.map((entry, index) => ({
      ...entry,
      seq: head + index + 1,
    }));
    answers.shift()!.resolve({ entries: entries as LogEntry[] } as Committed);
    await tick();
  };
  const fail = async () => {
    answers.shift()!.reject(new Error('no'));
    await tick();
  };
  return { live, texts, tokens, saved, writes, owner, write, land, fail };
}

test('parts that begin in one tick share a write, and are shown when it is on disk', async () => {
  const { write, writes, tokens, land, live } = own();
  write('one');
  write('two', 1);
  write('three', 0, 'b');
  write(' more');
  expect(writes).toEqual([]);
  await tick();
  const started = { run: 3, turn: 1, type: 'text-started', attempt: 1, kind: 'text' };
  expect(writes).toEqual([
    [
      { ...started, agent: 'a', part: 0 },
      { ...started, agent: 'a', part: 1 },
      { ...started, agent: 'b', part: 0 },
    ],
  ]);
  expect(tokens).toEqual([]);
  await land(10);
  expect(tokens.map(({ token, start }) => [token.agent, token.part, token.delta, start])).toEqual([
    ['a', 0, 'one more', 11],
    ['a', 1, 'two', 12],
    ['b', 0, 'three', 13],
  ]);
  live.close();
});

test('a part that begins later is written alone, without the first', async () => {
  const { write, writes, land, live } = own();
  write('one');
  await tick();
  write('two', 1);
  write(' more');
  await tick();
  expect(writes.map((entries) => entries.length)).toEqual([1, 1]);
  await land(1);
  await land(2);
  live.close();
});

test('a turn that is recorded in the same tick needs no text-started', async () => {
  const { write, texts, writes, live } = own();
  write('all of it');
  texts.record([{ agent: 'a', turn: 1 }]);
  await tick();
  expect(writes).toEqual([]);
  expect([texts.all().length, texts.unrecorded().length]).toEqual([1, 0]);
  live.close();
});

test('a turn that was recorded while its text-started was being written is not shown', async () => {
  const { write, texts, tokens, land, live } = own();
  write('all of it');
  await tick();
  texts.record([{ agent: 'a', turn: 1 }]);
  texts.end([{ agent: 'a', turn: 1 }]);
  await land(1);
  expect(tokens).toEqual([]);
  live.close();
});

test('parts wait while nothing may be written, and are written afterwards', async () => {
  const { write, texts, writes, owner, live } = own();
  owner.run = undefined;
  texts.hold();
  write('one');
  await tick();
  expect(writes).toEqual([]);
  owner.run = 3;
  texts.letGo();
  await tick();
  expect(writes).toHaveLength(1);
  live.close();
});

test('a part that begins while it is held back is shown when it is released', async () => {
  const { write, texts, tokens, land, live } = own();
  write('one');
  await tick();
  texts.hold();
  await land(1);
  expect(tokens).toEqual([]);
  texts.letGo();
  expect(tokens.map(({ token }) => token.delta)).toEqual(['one']);
  live.close();
});

test('a part whose beginning could not be written is shown to nobody', async () => {
  const { write, tokens, texts, saved, fail, live } = own();
  write('one');
  await tick();
  await fail();
  write(' more');
  texts.flush();
  await new Promise((resolve) => setTimeout(resolve, 70));
  expect([tokens, saved]).toEqual([[], []]);
  expect(texts.all().map((text) => text.text)).toEqual(['one more']);
  texts.end();
  expect(texts.all()).toEqual([]);
  live.close();
});
