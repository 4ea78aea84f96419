import { describe, expect, it } from 'vitest';
import { begin, type ContractOptions, refusalOf, turnOf } from './samples.ts';

/** Turns: the journal and the history. */
export function turnsContract({ open }: ContractOptions): void {
  describe('a turn', () => {
    it('a turn is open until it is done, and then in the history', async () => {
      await using store = await open();
      const open1 = turnOf('writer', 1, { done: false, data: { calls: [{ started: true }] } });
      const { task } = await begin(store, { turns: [open1] });
      expect((await store.load(task.key)).open).toEqual([open1]);
      expect(await store.history(task.key, 'writer')).toEqual([]);
      const done = { ...open1, done: true, data: { calls: [{ result: 42 }] } };
      await store.commit({ task: task.key, entries: [], turns: [done] });
      expect((await store.load(task.key)).open).toEqual([]);
      expect(await store.history(task.key, 'writer')).toEqual([done]);
    });

    it('a turn can be written together with others', async () => {
      await using store = await open();
      const turns = [turnOf('writer', 2, { done: false }), turnOf('editor', 1, { done: false }), turnOf('editor', 2)];
      const { task } = await begin(store, { turns });
      expect((await store.load(task.key)).open).toEqual([turns[1], turns[0]]);
      expect(await store.history(task.key, 'editor')).toEqual([turns[2]]);
    });

    it('belongs to its agent and its task', async () => {
      await using store = await open();
      const { task } = await begin(store, { turns: [turnOf('writer', 1)] });
      const { task: other } = await begin(store, { turns: [turnOf('writer', 1, { data: { other: true } })] });
      expect(await store.history(task.key, 'editor')).toEqual([]);
      expect(await store.history(other.key, 'writer')).toEqual([turnOf('writer', 1, { data: { other: true } })]);
    });
  });

  describe("an agent's history", () => {
    it("an agent's history has every done turn in order, across runs", async () => {
      await using store = await open();
      const { task } = await begin(store, {
        turns: [turnOf('writer', 10, { run: 2 }), turnOf('writer', 9), turnOf('writer', 2)],
      });
      expect((await store.history(task.key, 'writer')).map(({ turn }) => turn)).toEqual([2, 9, 10]);
    });

    it('begins with the newest summary, followed by the turns after it', async () => {
      await using store = await open();
      const turns = [1, 2, 3, 4, 6, 8].map((turn) => turnOf('writer', turn));
      const summaries = [turnOf('writer', 5, { summaryThrough: 2 }), turnOf('writer', 7, { summaryThrough: 3 })];
      const { task } = await begin(store, { turns: [...turns, ...summaries] });
      expect((await store.history(task.key, 'writer')).map(({ turn }) => turn)).toEqual([7, 4, 6, 8]);
      expect((await store.history(task.key, 'writer'))[0]).toEqual(summaries[1]);
    });

    it('ignores a summary of another agent, and one that is still open', async () => {
      await using store = await open();
      const { task } = await begin(store, {
        turns: [
          turnOf('writer', 1),
          turnOf('editor', 2, { summaryThrough: 1 }),
          turnOf('writer', 3, { summaryThrough: 1, done: false }),
        ],
      });
      expect((await store.history(task.key, 'writer')).map(({ turn }) => turn)).toEqual([1]);
    });

    it('begins at the first turn, whatever its number', async () => {
      await using store = await open();
      const { task } = await begin(store, { turns: [turnOf('writer', 0), turnOf('writer', 1)] });
      expect((await store.history(task.key, 'writer')).map(({ turn }) => turn)).toEqual([0, 1]);
    });

    it('fails for an unknown task, and is empty for an unknown agent', async () => {
      await using store = await open();
      const { task } = await begin(store);
      expect(await refusalOf(store.history('77777', 'writer'))).toBe('task_not_found');
      expect(await store.history(task.key, 'nobody')).toEqual([]);
    });
  });

  describe('the turns before a run', () => {
    it('the turns before a run are the done turns of all agents, by run, then by turn', async () => {
      await using store = await open();
      const { task } = await begin(store, {
        turns: [
          turnOf('writer', 3, { run: 2 }),
          turnOf('writer', 1),
          turnOf('editor', 2),
          turnOf('editor', 5, { summaryThrough: 2 }),
          turnOf('writer', 4, { run: 3 }),
          turnOf('writer', 6, { run: 2, done: false }),
        ],
      });
      const names = (await store.turns(task.key, 3)).map(({ agent, turn }) => `${agent} ${turn}`);
      expect(names).toEqual(['writer 1', 'editor 2', 'editor 5', 'writer 3']);
      expect(await store.turns(task.key, 1)).toEqual([]);
    });

    it('fail for an unknown task', async () => {
      await using store = await open();
      expect(await refusalOf(store.turns('77777', 2))).toBe('task_not_found');
    });
  });
}
