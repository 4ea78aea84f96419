import { describe, expect, it } from 'vitest';
import { begin, type ContractOptions, liveText, refusalOf, runEnded, runStarted, turnOf } from './samples.ts';

/** The text of turns that are still running. */
export function liveTextContract({ open }: ContractOptions): void {
  describe('live text', () => {
    it('readers and the next owner get the live text', async () => {
      await using store = await open();
      const { task } = await begin(store, { entries: [runStarted()] });
      await store.saveLive([{ task: task.key, text: liveText('writer', 1) }]);
      expect((await store.read(task.key, 0, 10)).live).toEqual([liveText('writer', 1)]);
      expect((await store.load(task.key)).live).toEqual([liveText('writer', 1)]);
    });

    it('replaces earlier text of the same part, and of no other', async () => {
      await using store = await open();
      const { task } = await begin(store, { entries: [runStarted()] });
      const text = (part: number, written: string) => ({
        task: task.key,
        text: liveText('writer', 1, { part, text: written }),
      });
      await store.saveLive([text(0, 'Once'), text(1, 'There')]);
      await store.saveLive([text(0, 'Once upon a time')]);
      const { live } = await store.read(task.key, 0, 10);
      expect(live.map((each) => each.text)).toEqual(['Once upon a time', 'There']);
    });

    it('live text of many tasks, agents and attempts is kept apart and in order', async () => {
      await using store = await open();
      const { task } = await begin(store, { entries: [runStarted()] });
      const { task: other } = await begin(store, { entries: [runStarted()] });
      const texts = [
        liveText('editor', 1, { attempt: 2, kind: 'reasoning' }),
        liveText('editor', 1, { attempt: 2, part: 1, kind: 'answer' }),
        liveText('writer', 1),
        liveText('editor', 2),
      ];
      await store.saveLive(texts.toReversed().map((text) => ({ task: task.key, text })));
      await store.saveLive([{ task: other.key, text: liveText('critic', 1) }]);
      expect((await store.read(task.key, 0, 10)).live).toEqual(texts);
      expect((await store.read(other.key, 0, 10)).live).toEqual([liveText('critic', 1)]);
    });

    it('ends when its turn is written, and so does that of earlier turns of the agent', async () => {
      await using store = await open();
      const { task } = await begin(store, { entries: [runStarted()] });
      const texts = [liveText('writer', 1), liveText('writer', 2), liveText('writer', 3), liveText('editor', 1)];
      await store.saveLive(texts.map((text) => ({ task: task.key, text })));
      await store.commit({ task: task.key, entries: [], turns: [turnOf('writer', 2, { done: false })] });
      expect((await store.read(task.key, 0, 10)).live).toEqual([liveText('editor', 1), liveText('writer', 3)]);
    });

    it('live text that comes after its turn was written is dropped', async () => {
      await using store = await open();
      const { task } = await begin(store, { entries: [runStarted()], turns: [turnOf('writer', 2)] });
      await store.saveLive([1, 2, 3].map((turn) => ({ task: task.key, text: liveText('writer', turn) })));
      expect((await store.read(task.key, 0, 10)).live).toEqual([liveText('writer', 3)]);
    });

    it('ends when it is logged as abandoned; a later attempt stays', async () => {
      await using store = await open();
      const { task } = await begin(store, { entries: [runStarted()] });
      const texts = [1, 2, 3].map((attempt) => liveText('writer', 1, { attempt }));
      await store.saveLive(texts.map((text) => ({ task: task.key, text })));
      await store.commit({
        task: task.key,
        entries: [{ run: 1, agent: 'writer', turn: 1, type: 'text-abandoned', attempt: 2, parts: texts.slice(0, 2) }],
      });
      expect((await store.read(task.key, 0, 10)).live).toEqual([texts[2]]);
    });

    it('ends, if of another swarm, when the log tells what became of it', async () => {
      await using store = await open();
      const { task } = await begin(store, { entries: [runStarted()] });
      const texts = [1, 2, 3].map((turn) => liveText('head@beta', turn));
      await store.saveLive(texts.map((text) => ({ task: task.key, text })));
      const remote = (turn: number) => ({ run: 1, agent: 'head@beta', turn, type: 'remote', swarm: 'beta' }) as const;
      await store.commit({
        task: task.key,
        entries: [
          { ...remote(1), fact: { type: 'text-written', attempt: 1, parts: [texts[0]!] } },
          { ...remote(2), fact: { type: 'text-abandoned', attempt: 1, parts: [texts[1]!] } },
          { ...remote(3), fact: { type: 'text-started', attempt: 1, part: 0, kind: 'text' } },
        ],
      });
      expect((await store.read(task.key, 0, 10)).live).toEqual([texts[2]]);
    });

    it('ends with the run', async () => {
      await using store = await open();
      const { task } = await begin(store, { entries: [runStarted()] });
      const { task: other } = await begin(store, { entries: [runStarted()] });
      await store.saveLive([
        { task: task.key, text: liveText('writer', 1) },
        { task: other.key, text: liveText('writer', 1) },
      ]);
      await store.commit({ task: task.key, entries: [runEnded()] });
      expect((await store.read(task.key, 0, 10)).live).toEqual([]);
      expect((await store.read(other.key, 0, 10)).live).toHaveLength(1);
    });

    it('live text of a fenced writer is dropped', async () => {
      await using store = await open();
      const { task } = await begin(store, { entries: [runStarted()] });
      const { task: fenced } = await store.commit({ task: task.key, entries: [], fence: true });
      await store.saveLive([
        { task: task.key, epoch: task.epoch, text: liveText('writer', 1) },
        { task: task.key, epoch: fenced.epoch, text: liveText('editor', 1) },
      ]);
      expect((await store.read(task.key, 0, 10)).live).toEqual([liveText('editor', 1)]);
    });

    it('stays when a write is refused', async () => {
      await using store = await open();
      const { task } = await begin(store, { entries: [runStarted()] });
      await store.saveLive([{ task: task.key, text: liveText('writer', 1) }]);
      const refused = store.commit({ task: task.key, entries: [], take: ['gone'], turns: [turnOf('writer', 1)] });
      expect(await refusalOf(refused)).toBe('stale');
      expect((await store.read(task.key, 0, 10)).live).toEqual([liveText('writer', 1)]);
    });

    it('live text for an unknown task is dropped, and the rest is kept', async () => {
      await using store = await open();
      const { task } = await begin(store, { entries: [runStarted()] });
      await store.saveLive([
        { task: 'no-such-task', text: liveText('writer', 1) },
        { task: '4711', text: liveText('writer', 1) },
        { task: task.key, text: liveText('writer', 1) },
      ]);
      await store.saveLive([]);
      expect((await store.read(task.key, 0, 10)).live).toHaveLength(1);
    });

    it('saving live text does not move the head of the log', async () => {
      await using store = await open();
      const { task } = await begin(store, { entries: [runStarted()] });
      await store.saveLive([{ task: task.key, text: liveText('writer', 1) }]);
      expect((await store.load(task.key)).task).toEqual(task);
    });
  });
}
