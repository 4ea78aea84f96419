import type { Token } from '@posthouse/protocol';
import type { SavedLiveText } from '@posthouse/store';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { LiveHub } from './live-hub.ts';

const turn = { agent: 'a', turn: 1 };
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

function hub() {
  const saved: SavedLiveText[] = [];
  const live = new LiveHub({ saveLive: async (texts) => void saved.push(...texts) });
  const tokens: Token[] = [];
  const stop = live.subscribe('t', (token) => tokens.push(token));
  const place = { ...turn, attempt: 1 };
  /** As the owner of the task does it, with a log that takes no time. */
  const write = (delta: string, part = 0) => {
    if (live.write('t', { ...place, epoch: 1 }, { part, kind: 'text', delta })) live.begin('t', { ...place, part }, 1);
  };
  return { live, saved, tokens, stop, write, place };
}

/** What a reader makes of tokens, whatever it has seen before. */
function assemble(tokens: readonly Token[]): Record<string, string> {
  const parts: Record<string, string> = {};
  for (const { part, offset, delta } of tokens) parts[part] = (parts[part] ?? '').slice(0, offset) + delta;
  return parts;
}

test('no text of a part is shown or saved before the log has its beginning', async () => {
  const { tokens, saved, live, place } = hub();
  const starts: number[] = [];
  live.subscribe('t', (_, start) => starts.push(start));
  expect(live.write('t', { ...place, epoch: 1 }, { part: 0, kind: 'text', delta: 'a' })).toBe(true);
  expect(live.write('t', { ...place, epoch: 1 }, { part: 0, kind: 'text', delta: 'b' })).toBe(false);
  live.flush('t');
  await pause(80);
  expect([tokens, saved, live.snapshot('t')]).toEqual([[], [], []]);
  live.begin('t', { ...place, part: 0 }, 7);
  expect(tokens).toEqual([{ ...place, part: 0, kind: 'text', offset: 0, delta: 'ab' }]);
  expect(starts).toEqual([7]);
  expect(live.snapshot('t')).toEqual([{ token: tokens[0], start: 7 }]);
  await pause(80);
  expect(saved.map(({ text }) => text.text)).toEqual(['ab']);
  live.close();
});

test('a part is announced once, and not at all when its turn is being recorded', () => {
  const { live, place } = hub();
  live.write('t', { ...place, epoch: 1 }, { part: 0, kind: 'text', delta: 'a' });
  live.write('t', { ...place, epoch: 1 }, { part: 1, kind: 'answer', delta: 'b' });
  expect(live.announce('t').map(({ part, kind }) => [part, kind])).toEqual([
    [0, 'text'],
    [1, 'answer'],
  ]);
  live.write('t', { ...place, epoch: 1 }, { part: 2, kind: 'text', delta: 'c' });
  live.write('t', { ...place, agent: 'b', epoch: 1 }, { part: 0, kind: 'text', delta: 'd' });
  live.record('t', turn);
  expect(live.announce('t').map(({ agent }) => agent)).toEqual(['b']);
  expect(live.announce('t')).toEqual([]);
  live.close();
});

test('text that never began disappears with its turn, unseen', () => {
  const { tokens, live, place } = hub();
  live.write('t', { ...place, epoch: 1 }, { part: 0, kind: 'text', delta: 'a' });
  live.end('t', turn);
  live.begin('t', { ...place, part: 0 }, 1);
  expect(tokens).toEqual([]);
  live.close();
});

test('the first piece of a part is sent at once, later pieces are gathered', async () => {
  const { tokens, write, live } = hub();
  for (const delta of ['a', 'b', 'c']) write(delta);
  expect(tokens.map((token) => token.delta)).toEqual(['a']);
  await pause(60);
  expect(tokens.map((token) => [token.offset, token.delta])).toEqual([
    [0, 'a'],
    [1, 'bc'],
  ]);
  live.close();
});

test('growing text is saved whole', async () => {
  const { saved, write, live } = hub();
  write('one ');
  await pause(80);
  write('two');
  await pause(80);
  expect(saved.map(({ text, epoch }) => [text.text, epoch])).toEqual([
    ['one ', 1],
    ['one two', 1],
  ]);
  live.close();
});

test('the end of a turn sends readers the rest and keeps nothing', async () => {
  const { tokens, write, live } = hub();
  write('a');
  write('b');
  live.end('t', turn);
  expect(assemble(tokens)).toEqual({ 0: 'ab' });
  expect(live.snapshot('t')).toEqual([]);
  live.close();
});

test('text that is held back is neither shown nor saved until it is released', async () => {
  const { tokens, saved, write, live } = hub();
  write('seen');
  live.hold('t');
  write(' and unseen');
  await pause(80);
  expect(assemble(tokens)).toEqual({ 0: 'seen' });
  expect(assemble(live.snapshot('t').map(({ token }) => token))).toEqual({ 0: 'seen' });
  expect(saved.filter(({ text }) => text.text !== 'seen')).toEqual([]);
  live.letGo('t');
  write('.');
  await pause(80);
  expect(assemble(tokens)).toEqual({ 0: 'seen and unseen.' });
  expect(saved.at(-1)?.text.text).toBe('seen and unseen.');
  live.close();
});

test('text that is held back when its turn ends is never shown', () => {
  const { tokens, write, live } = hub();
  write('seen');
  live.hold('t');
  write(' and unseen');
  live.end('t', turn);
  live.letGo('t');
  expect(assemble(tokens)).toEqual({ 0: 'seen' });
  live.close();
});

test('text of another swarm is shown at once, and saved for readers in other processes', async () => {
  const { live, tokens, saved } = hub();
  const theirs = { agent: 'head@beta', turn: 4, attempt: 1, part: 0, kind: 'text' } as const;
  live.relay('t', { ...theirs, offset: 0, delta: 'The sea' }, { start: 3, epoch: 2 });
  expect(tokens).toEqual([{ ...theirs, offset: 0, delta: 'The sea' }]);
  // Whoever asks again after a cut gets all of it once more.
  live.relay('t', { ...theirs, offset: 0, delta: 'The sea is deep' }, { start: 3, epoch: 2 });
  const whole = { task: 't', epoch: 2, text: { ...theirs, text: 'The sea is deep' } };
  await vi.waitFor(() => expect(saved.at(-1)).toEqual(whole), 10_000);
  expect(assemble(tokens)).toEqual({ 0: 'The sea is deep' });
  live.close();
});

test('text about to be recorded is not saved any more, and a running save can be awaited', async () => {
  const writes: PromiseWithResolvers<void>[] = [];
  const live = new LiveHub({ saveLive: () => (writes.push(Promise.withResolvers()), writes.at(-1)!.promise) });
  const theirs = { agent: 'head@beta', turn: 4, attempt: 1, part: 0, kind: 'text' } as const;
  live.relay('t', { ...theirs, offset: 0, delta: 'The sea' }, { start: 3, epoch: 2 });
  await vi.waitFor(() => expect(writes).toHaveLength(1), 10_000);
  live.relay('t', { ...theirs, offset: 7, delta: ' is deep' }, { start: 3, epoch: 2 });
  live.record('t', theirs);
  let isSaved = false;
  const waiting = live.saved().then(() => (isSaved = true));
  await pause(120);
  expect([isSaved, writes.length]).toEqual([false, 1]);
  writes[0]!.resolve();
  await waiting;
  live.close();
});

test('attempts of a turn are told apart', () => {
  const { live } = hub();
  live.write('t', { ...turn, attempt: 1, epoch: 1 }, { part: 0, kind: 'text', delta: 'first' });
  live.write('t', { ...turn, attempt: 2, epoch: 1 }, { part: 0, kind: 'text', delta: 'second' });
  expect(live.textsOf('t').map((text) => [text.attempt, text.text])).toEqual([
    [1, 'first'],
    [2, 'second'],
  ]);
  live.close();
});

test('a reader that has stopped is sent nothing more', () => {
  const { tokens, write, stop, live } = hub();
  stop();
  write('a');
  expect(tokens).toEqual([]);
  live.close();
});

test('a reader that joins at any moment has the whole text in the end', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(2), fc.string()), { minLength: 1, maxLength: 20 }),
      fc.nat(20),
      async (deltas, joining) => {
        const { live, write } = hub();
        let seen: Token[] = [];
        for (const [index, [part, delta]] of deltas.entries()) {
          if (index === joining) {
            live.subscribe('t', (token) => seen.push(token));
            seen = [...live.snapshot('t').map(({ token }) => token), ...seen];
          }
          write(delta, part);
        }
        if (joining >= deltas.length) {
          live.subscribe('t', (token) => seen.push(token));
          seen = [...live.snapshot('t').map(({ token }) => token), ...seen];
        }
        live.end('t', turn);
        live.close();
        const whole: Record<string, string> = {};
        for (const [part, delta] of deltas) whole[part] = (whole[part] ?? '') + delta;
        const parts = Object.fromEntries(Object.entries(whole).filter(([, text]) => text !== ''));
        const read = Object.fromEntries(Object.entries(assemble(seen)).filter(([, text]) => text !== ''));
        expect(read).toEqual(parts);
      },
    ),
  );
});
