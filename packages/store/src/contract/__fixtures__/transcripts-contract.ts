import { describe, expect, it } from 'vitest';
import type { JSONValue } from '@posthouse/protocol';
import type { Store } from '../../store.ts';
import type { TranscriptLine } from '../../transcript.ts';
import { type ContractOptions, oddTexts, refusalOf, sessionOf } from './samples.ts';
import { eraseAll } from './deletion-contract.ts';

const linesOf = (lines: TranscriptLine[]): JSONValue[] => lines.map(({ line }) => line);
const readAll = (store: Store, message: number): Promise<TranscriptLine[]> =>
  store.transcripts.read('t', message, { after: 0, limit: 1_000 });

/** Conversations line by line. */
export function transcriptsContract({ open }: ContractOptions): void {
  describe('a transcript', () => {
    it('a transcript has its lines in the order in which they were added', async () => {
      await using store = await open();
      const { transcripts } = store;
      await transcripts.append({ transcript: 't', message: 1, after: 0, id: 'u', lines: [{ text: 'Hello' }] });
      await transcripts.append({ transcript: 't', message: 2, after: 0, id: 'a', lines: [['x'], 'y'] });
      await transcripts.append({ transcript: 't', message: 2, after: 2, lines: [null] });
      expect(await readAll(store, 2)).toEqual([
        { message: 2, seq: 1, line: ['x'] },
        { message: 2, seq: 2, line: 'y' },
        { message: 2, seq: 3, line: null },
      ]);
      expect(linesOf(await transcripts.messages('t', 1, 2))).toEqual([{ text: 'Hello' }, ['x'], 'y', null]);
      expect(linesOf(await transcripts.messages('t', 1, 1))).toEqual([{ text: 'Hello' }]);
      expect(await transcripts.messages('other', 1, 2)).toEqual([]);
      expect([await transcripts.head('t'), await transcripts.head('other')]).toEqual([2, 0]);
    });

    it('a transcript is read in pages', async () => {
      await using store = await open();
      await store.transcripts.append({ transcript: 't', message: 1, after: 0, lines: [1, 2, 3, 4, 5] });
      const page = (after: number): Promise<TranscriptLine[]> => store.transcripts.read('t', 1, { after, limit: 2 });
      expect(linesOf(await page(0))).toEqual([1, 2]);
      expect(linesOf(await page(2))).toEqual([3, 4]);
      expect(linesOf(await page(4))).toEqual([5]);
      expect(await page(5)).toEqual([]);
    });

    it('pages of a number of bytes have at least one line each', async () => {
      await using store = await open();
      const lines = ['ö'.repeat(400), 'ö'.repeat(400), 'short', 'x'.repeat(9_000), 'short'];
      await store.transcripts.append({ transcript: 't', message: 1, after: 0, lines });
      const page = async (after: number): Promise<JSONValue[]> =>
        linesOf(await store.transcripts.read('t', 1, { after, limit: 10, maxBytes: 1_700 }));
      expect(await page(0)).toEqual(lines.slice(0, 3));
      expect(await page(1)).toEqual(lines.slice(1, 3));
      expect(await page(3)).toEqual(lines.slice(3, 4));
      expect(await page(4)).toEqual(lines.slice(4));
      expect(await page(5)).toEqual([]);
    });

    it('accepts lines only after those that the writer knows of', async () => {
      await using store = await open();
      const append = (after: number, line: string): Promise<string | undefined> =>
        refusalOf(store.transcripts.append({ transcript: 't', message: 1, after, lines: [line] }));
      expect(await append(0, 'first')).toBeUndefined();
      expect(await append(0, 'again')).toBe('stale');
      expect(await append(2, 'too far')).toBe('stale');
      expect(await append(1, 'second')).toBeUndefined();
      expect(linesOf(await readAll(store, 1))).toEqual(['first', 'second']);
    });

    it('accepts the lines of one of many writers at the same place', async () => {
      await using store = await open();
      const attempts = Array.from({ length: 10 }, (_, n) =>
        refusalOf(store.transcripts.append({ transcript: 't', message: 1, after: 0, lines: [n, n] })),
      );
      const refusals = await Promise.all(attempts);
      expect(refusals.filter((code) => code === undefined)).toHaveLength(1);
      expect(refusals.filter((code) => code === 'stale')).toHaveLength(9);
      expect(await readAll(store, 1)).toHaveLength(2);
    });

    it('finds a message by its id, which is unique', async () => {
      await using store = await open();
      const { transcripts } = store;
      for (const [index, id] of [...oddTexts, 'x'.repeat(600)].entries()) {
        await transcripts.append({ transcript: 't', message: index + 1, after: 0, id, lines: [id] });
        expect(await transcripts.find('t', id)).toBe(index + 1);
        expect(await transcripts.find('u', id)).toBeUndefined();
        const again = transcripts.append({ transcript: 't', message: 99, after: 0, id, lines: [id] });
        expect(await refusalOf(again)).toBe('stale');
      }
      expect(await transcripts.head('t')).toBe(oddTexts.length + 1);
    });

    it('a transcript can be copied up to a place with a new session, and continues by itself from there', async () => {
      await using store = await open();
      const { sessions, transcripts } = store;
      for (const message of [1, 2, 3]) {
        await transcripts.append({ transcript: 't', message, after: 0, id: `m${message}`, lines: [message] });
      }
      const copy = { transcript: 't', through: 2 };
      await sessions.put(sessionOf('s', { taskId: 'copy' }), { expect: 0, copy });
      await transcripts.append({ transcript: 'copy', message: 3, after: 0, id: 'm3', lines: ['other'] });
      expect(linesOf(await transcripts.messages('copy', 1, 9))).toEqual([1, 2, 'other']);
      expect(linesOf(await transcripts.messages('t', 1, 9))).toEqual([1, 2, 3]);
    });

    it('a transcript is not copied when the session is refused, and no session is created if the transcript exists', async () => {
      await using store = await open();
      const { sessions, transcripts } = store;
      for (const transcript of ['t', 'taken']) {
        await transcripts.append({ transcript, message: 1, after: 0, id: 'm', lines: [transcript] });
      }
      const first = await sessions.put(sessionOf('s', { taskId: 'other' }));
      const copy = { transcript: 't', through: 1 };
      const put = (id: string, taskId: string, version: number): Promise<string | undefined> =>
        refusalOf(sessions.put(sessionOf(id, { taskId }), { expect: version, copy }));
      expect(await put('s', 'copy', 0)).toBe('stale');
      expect(await put('s', 'copy', first.version + 1)).toBe('stale');
      expect(await put('new', 'taken', 0)).toBe('stale');
      expect(await sessions.list(first.owner, { limit: 10 })).toEqual([first]);
      expect(await transcripts.head('copy')).toBe(0);
      expect(linesOf(await transcripts.messages('taken', 1, 9))).toEqual(['taken']);
    });

    it('a transcript is deleted with its session, and only then', async () => {
      await using store = await open();
      const { owner } = await store.sessions.put(sessionOf('s', { taskId: 't' }));
      await store.sessions.put(sessionOf('s', { taskId: 't', title: 'Other' }));
      for (const transcript of ['t', 'u']) {
        await store.transcripts.append({ transcript, message: 1, after: 0, id: 'm', lines: ['kept'] });
      }
      expect(await readAll(store, 1)).toHaveLength(1);
      await store.sessions.delete(owner, 's');
      await eraseAll(store);
      expect(await readAll(store, 1)).toEqual([]);
      expect(await store.transcripts.find('t', 'm')).toBeUndefined();
      expect(await store.transcripts.head('u')).toBe(1);
    });

    it('a transcript is not changed by what its writer does to lines afterwards', async () => {
      await using store = await open();
      const line = { list: [1] };
      const pending = store.transcripts.append({ transcript: 't', message: 1, after: 0, lines: [line] });
      line.list.push(2);
      await pending;
      expect(linesOf(await readAll(store, 1))).toEqual([{ list: [1] }]);
    });

    it('refuses lines that JSON cannot express', async () => {
      await using store = await open();
      const lines = ['fine', { size: 1n as never }];
      expect(await refusalOf(store.transcripts.append({ transcript: 't', message: 1, after: 0, lines }))).toBe(
        'invalid_input',
      );
      expect(await readAll(store, 1)).toEqual([]);
    });
  });
}
