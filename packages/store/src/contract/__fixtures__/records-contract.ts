import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { StoredRecord } from '../../records.ts';
import { type ContractOptions, oddTexts, refusalOf } from './samples.ts';

const idsOf = (records: StoredRecord[]): string[] => records.map(({ id }) => id);

/** What is kept beside tasks. */
export function recordsContract({ open }: ContractOptions): void {
  describe('a record', () => {
    it('a record is kept under its kind and id', async () => {
      await using store = await open();
      const put = await store.records.put('token', 'a', { role: 'user', tags: [1, null, { deep: true }] });
      expect(put).toEqual({ id: 'a', value: { role: 'user', tags: [1, null, { deep: true }] }, version: put.version });
      expect(await store.records.get('token', 'a')).toEqual(put);
      expect(await store.records.get('token', 'b')).toBeUndefined();
      expect(await store.records.get('swarm', 'a')).toBeUndefined();
    });

    it('a record is replaced whole', async () => {
      await using store = await open();
      await store.records.put('token', 'a', { role: 'user', name: 'laptop' });
      const second = await store.records.put('token', 'a', { role: 'admin' });
      expect(await store.records.get('token', 'a')).toEqual({
        id: 'a',
        value: { role: 'admin' },
        version: second.version,
      });
      expect(await store.records.list('token')).toEqual([second]);
    });

    it('a record has a version above that of every record put before', async () => {
      await using store = await open();
      const versions: number[] = [];
      for (const [kind, id] of [
        ['token', 'a'],
        ['swarm', 'a'],
        ['token', 'a'],
        ['token', 'b'],
      ] as const) {
        versions.push((await store.records.put(kind, id, {})).version);
      }
      expect(versions).toEqual([...new Set(versions)].toSorted((first, second) => first - second));
      expect(versions[0]).toBeGreaterThan(0);
    });

    it('a record has a higher version when it is created again after a deletion', async () => {
      await using store = await open();
      const first = await store.records.put('token', 'a', {});
      await store.records.delete('token', 'a');
      const second = await store.records.put('token', 'a', {});
      expect(second.version).toBeGreaterThan(first.version);
    });

    it('a record does not exist after it is deleted, and others do', async () => {
      await using store = await open();
      for (const kind of ['token', 'swarm']) for (const id of ['a', 'b']) await store.records.put(kind, id, {});
      expect(await store.records.delete('token', 'a')).toBe(true);
      expect(await store.records.delete('token', 'a')).toBe(false);
      expect(await store.records.get('token', 'a')).toBeUndefined();
      expect(idsOf(await store.records.list('token'))).toEqual(['b']);
      expect(idsOf(await store.records.list('swarm'))).toEqual(['a', 'b']);
    });

    it('a record is not changed by what its writer or reader does to the value afterwards', async () => {
      await using store = await open();
      const value = { list: [1] };
      const pending = store.records.put('token', 'a', value);
      value.list.push(2);
      await pending;
      const read = await store.records.get('token', 'a');
      (read?.value.list as number[] | undefined)?.push(3);
      expect(await store.records.get('token', 'a')).toMatchObject({ value: { list: [1] } });
    });

    it('refuses a record that JSON cannot express', async () => {
      await using store = await open();
      expect(await refusalOf(store.records.put('token', 'a', { size: 1n as never }))).toBe('invalid_input');
      expect(await store.records.list('token')).toEqual([]);
    });

    it('a record may have any id, kind and text', async () => {
      await using store = await open();
      for (const text of oddTexts) await store.records.put(text, text, { text });
      for (const text of oddTexts) {
        expect(await store.records.get(text, text)).toMatchObject({ id: text, value: { text } });
        expect(idsOf(await store.records.list(text))).toEqual([text]);
      }
      await fc.assert(
        fc.asyncProperty(fc.string({ unit: 'binary' }), async (text) => {
          const put = await store.records.put('any', text, { [`_${text}`]: text });
          expect(await store.records.get('any', text)).toEqual(put);
        }),
        { numRuns: 50 },
      );
    });

    it('a record may be large, and so may its id', async () => {
      await using store = await open();
      // Not the same character again and again, which some databases would keep in a few bytes.
      const id = Array.from({ length: 600 }, (_, index) => `${index * 7_919}`).join('-');
      const text = 'The same again, and again. '.repeat(100_000);
      await store.records.put('swarm', id, { text });
      await store.records.put('swarm', `${id}!`, {});
      expect(await store.records.get('swarm', id)).toMatchObject({ id, value: { text } });
      expect(await store.records.delete('swarm', `${id}!`)).toBe(true);
      expect(idsOf(await store.records.list('swarm'))).toEqual([id]);
    });
  });

  describe('a list of records', () => {
    it('lists the records of a kind by id', async () => {
      await using store = await open();
      for (const id of ['b', 'é', 'a', 'B', '10', '9']) await store.records.put('token', id, {});
      await store.records.put('swarm', 'c', {});
      expect(idsOf(await store.records.list('token'))).toEqual(['10', '9', 'B', 'a', 'b', 'é']);
      expect(await store.records.list('peer')).toEqual([]);
    });

    it('lists only records put after a given version', async () => {
      await using store = await open();
      const { version: first } = await store.records.put('token', 'b', { n: 1 });
      const { version: second } = await store.records.put('token', 'a', { n: 2 });
      await store.records.put('swarm', 'x', {});
      const { version: third } = await store.records.put('token', 'b', { n: 3 });
      expect(idsOf(await store.records.list('token', { after: 0 }))).toEqual(['a', 'b']);
      expect(idsOf(await store.records.list('token', { after: first }))).toEqual(['a', 'b']);
      expect(await store.records.list('token', { after: second })).toEqual([
        { id: 'b', value: { n: 3 }, version: third },
      ]);
      expect(await store.records.list('token', { after: third })).toEqual([]);
    });
  });

  describe('putting a record with an expectation', () => {
    it('creates it only if there is none', async () => {
      await using store = await open();
      const made = await store.records.put('swarm', 'a', { n: 1 }, { expect: 0 });
      expect(await refusalOf(store.records.put('swarm', 'a', { n: 2 }, { expect: 0 }))).toBe('stale');
      expect(await store.records.get('swarm', 'a')).toEqual(made);
    });

    it('replaces it only if it is the one that was seen', async () => {
      await using store = await open();
      const { version } = await store.records.put('swarm', 'a', { n: 1 });
      const second = await store.records.put('swarm', 'a', { n: 2 }, { expect: version });
      expect(await refusalOf(store.records.put('swarm', 'a', { n: 3 }, { expect: version }))).toBe('stale');
      await store.records.delete('swarm', 'a');
      expect(await refusalOf(store.records.put('swarm', 'a', { n: 4 }, { expect: second.version }))).toBe('stale');
      expect(await store.records.get('swarm', 'a')).toBeUndefined();
    });

    it('succeeds for one of many', async () => {
      await using store = await open();
      const attempts = Array.from({ length: 10 }, (_, n) => store.records.put('swarm', 'a', { n }, { expect: 0 }));
      const refusals = await Promise.all(attempts.map((attempt) => refusalOf(attempt)));
      expect(refusals.filter((code) => code === undefined)).toHaveLength(1);
      expect(refusals.filter((code) => code === 'stale')).toHaveLength(9);
    });
  });
}
