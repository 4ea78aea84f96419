import type { Instance } from '@posthouse/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  alice,
  begin,
  type ContractOptions,
  liveText,
  mailTo,
  notice,
  oddTexts,
  refusalOf,
  turnOf,
} from './samples.ts';

const anyText = fc.oneof(
  fc.constantFrom(...oddTexts),
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom('\0', '\uD83D', '\uDE00', '"') }),
);

/** Every text comes back as it went in, and names no other thing than before. */
export function textContract({ open, numRuns }: ContractOptions): void {
  describe('any text', () => {
    it('any text is the same after writing and reading, whatever it is for', async () => {
      await using store = await open();
      await fc.assert(
        fc.asyncProperty(anyText, anyText, async (text, name) => {
          const owner: Instance = { swarm: `s${text}`, role: 'user', id: text };
          const turn = turnOf(name, 1, { done: false, data: { [text]: text } });
          const live = liveText(name, 2, { text });
          const mail = mailTo(text, { id: name, body: text });
          const target = { owner, taskId: name };
          const first = await store.commit({
            task: target,
            once: text,
            entries: [notice(text)],
            data: { [`_${name}`]: text },
          });
          const write = { task: first.task.key, entries: [], put: [mail], turns: [turn], claim: `n${name}` };
          const { task } = first.repeated ? first : await store.commit(write);
          await store.saveLive([{ task: task.key, text: live }]);
          expect(await store.find(owner, name)).toMatchObject({ owner, taskId: name, node: `n${name}` });
          expect(await store.load(task.key)).toMatchObject({
            mail: [{ ...mail, order: 1 }],
            open: [turn],
            live: [live],
          });
          const { entries } = await store.read(task.key, 0, 10);
          expect(entries).toMatchObject([notice(text)]);
          expect((await store.commit({ task: target, once: text, entries: [] })).entries).toEqual(entries);
          expect(task.data).toEqual({ [`_${name}`]: text });
        }),
        numRuns === undefined ? {} : { numRuns },
      );
    });

    it('identifies one thing if it differs from another', async () => {
      await using store = await open();
      const { task } = await begin(store, { put: oddTexts.map((id) => mailTo('writer', { id })) });
      for (const taskId of oddTexts)
        await store.commit({ task: { owner: alice, taskId }, entries: [], data: { taskId } });
      for (const taskId of oddTexts) expect(await store.find(alice, taskId)).toMatchObject({ data: { taskId } });
      for (const once of oddTexts)
        expect(await store.commit({ task: task.key, once, entries: [] })).toMatchObject({ repeated: false });
      for (const id of oddTexts)
        expect(await refusalOf(store.commit({ task: task.key, entries: [], take: [id] }))).toBeUndefined();
    });

    it('any text can be the name of a swarm whose tasks are claimed', async () => {
      await using store = await open();
      for (const swarm of oddTexts) {
        await store.commit({ task: { owner: { ...alice, swarm }, taskId: 't' }, entries: [], put: [mailTo('writer')] });
      }
      for (const swarm of oddTexts) {
        const [claimed] = await store.claim(`node ${swarm}`, [swarm], 99);
        expect(claimed).toMatchObject({ owner: { swarm }, node: `node ${swarm}` });
        await store.leave(`node ${swarm}`);
        expect(await store.find({ ...alice, swarm }, 't')).toMatchObject({ node: null });
      }
    });

    it('a text may have eight million characters', async () => {
      await using store = await open();
      const text = 'The same again, and again. '.repeat(300_000);
      const { task } = await begin(store, { entries: [notice(text)], put: [mailTo('writer', { body: text })] });
      expect((await store.read(task.key, 0, 1)).entries[0]).toMatchObject({ text });
      expect((await store.load(task.key)).mail[0]?.message.message.body).toBe(text);
    });
  });
}
