import { PosthouseError } from '@posthouse/protocol';
import { describe, expect, it } from 'vitest';
import { notice, refusalOf } from '../contract/__fixtures__/samples.ts';
import { encodeWrite } from '../write/encode-write.ts';
import type { TaskWrites, WriteOutcome } from './commit-writes.ts';
import { WriteQueue } from './write-queue.ts';

const textOf = ({ write }: TaskWrites['writes'][number]): string =>
  write.entries.map((entry) => (entry.type === 'notice' ? entry.text : '')).join();
const outline = (tasks: readonly TaskWrites[]): string =>
  tasks.map(({ target, writes }) => `${String(target)}=${writes.map((write) => textOf(write)).join('')}`).join(' ');

/** A database that records the groups it was given, and does them when it is told to. */
function slowDatabase(fail: (group: string) => Error | undefined = () => undefined) {
  const groups: string[] = [];
  const waiting: (() => void)[] = [];
  let immediate = false;
  const commit = async (tasks: readonly TaskWrites[]): Promise<WriteOutcome[][]> => {
    const group = outline(tasks);
    groups.push(group);
    if (!immediate) await new Promise<void>((resolve) => waiting.push(resolve));
    const error = fail(group);
    if (error !== undefined) throw error;
    return tasks.map(({ writes }) => writes.map((write) => ({ committed: textOf(write) as never })));
  };
  return {
    groups,
    commit,
    /** Finishes the oldest group. */
    finish: () => waiting.shift()?.(),
    /** Finishes every group from now on. */
    finishAll: () => {
      immediate = true;
      for (const resolve of waiting.splice(0)) resolve();
    },
  };
}

const tick = () => new Promise((resolve) => setImmediate(resolve));
const settle = async () => {
  for (let count = 0; count < 5; count += 1) await tick();
};
const write = (queue: WriteQueue, task: string, text: string) =>
  queue.write(task, task, encodeWrite({ task, entries: [notice(text)] }));

describe('a queue of writes', () => {
  it('gathers the writes of one tick, those of a task in order', async () => {
    const { commit, groups, finishAll } = slowDatabase();
    const queue = new WriteQueue({ commit, lanes: 1 });
    const answers = [write(queue, '1', 'a'), write(queue, '2', 'b'), write(queue, '1', 'c')];
    await settle();
    expect(groups).toEqual(['1=ac 2=b']);
    finishAll();
    expect(await Promise.all(answers)).toEqual([{ committed: 'a' }, { committed: 'b' }, { committed: 'c' }]);
  });

  it('gathers what comes while all lanes are busy', async () => {
    const { commit, groups, finish, finishAll } = slowDatabase();
    const queue = new WriteQueue({ commit, lanes: 1 });
    const answers = [write(queue, '1', 'a')];
    await settle();
    answers.push(write(queue, '2', 'b'), write(queue, '3', 'c'), write(queue, '1', 'd'));
    await settle();
    expect(groups).toEqual(['1=a']);
    finish();
    await settle();
    expect(groups[1]?.split(' ').toSorted()).toEqual(['1=d', '2=b', '3=c']);
    finishAll();
    await Promise.all(answers);
  });

  it('spreads different tasks over its lanes, and keeps one task in one', async () => {
    const { commit, groups, finish, finishAll } = slowDatabase();
    const queue = new WriteQueue({ commit, lanes: 2 });
    const answers = ['1', '2', '3', '4'].map((task) => write(queue, task, 'a'));
    await settle();
    expect(groups).toEqual(['1=a 2=a', '3=a 4=a']);
    answers.push(write(queue, '1', 'b'), write(queue, '5', 'b'));
    await settle();
    expect(groups).toHaveLength(2);
    finish();
    await settle();
    expect(groups.slice(2).join(' ').split(' ').toSorted()).toEqual(['1=b', '5=b']);
    finishAll();
    await Promise.all(answers);
  });

  it('limits the size of a transaction', async () => {
    const { commit, groups, finishAll } = slowDatabase();
    const queue = new WriteQueue({ commit, lanes: 1 });
    const one = Array.from({ length: 200 }, () => write(queue, '1', 'x'));
    const many = Array.from({ length: 200 }, (_, task) => write(queue, `${task + 10}`, 'x'));
    finishAll();
    await Promise.all([...one, ...many]);
    for (const group of groups) expect(group.match(/x/g)?.length).toBeLessThanOrEqual(64);
  });

  it('opens another lane, up to a limit, while one waits too long', async () => {
    const { commit, groups, finishAll } = slowDatabase();
    const queue = new WriteQueue({ commit, lanes: 1 });
    const answers = [write(queue, '1', 'a')];
    for (let task = 2; task <= 12; task += 1) {
      await settle();
      answers.push(write(queue, `${task}`, 'b'), write(queue, '1', 'c'));
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
    expect(groups).toEqual(['1=a', ...Array.from({ length: 6 }, (_, index) => `${index + 2}=b`)]);
    finishAll();
    await Promise.all(answers);
    const again = [write(queue, '1', 'd'), write(queue, '2', 'd')];
    await Promise.all(again);
    expect(groups.at(-1)).toBe('1=d 2=d');
  });

  it('other work on a task is done between its writes', async () => {
    const { commit, groups, finishAll } = slowDatabase();
    const queue = new WriteQueue({ commit, lanes: 1 });
    const order: string[] = [];
    const first = write(queue, '1', 'a').then(() => order.push('a'));
    const work = queue.run('1', '1', async () => order.push('work'));
    const second = write(queue, '1', 'b').then(() => order.push('b'));
    finishAll();
    await Promise.all([first, work, second]);
    expect(order).toEqual(['a', 'work', 'b']);
    expect(groups).toEqual(['1=a', '1=b']);
    await expect(queue.run('1', '1', () => Promise.reject(new Error('boom')))).rejects.toThrow('boom');
  });

  it('fails the later writes of the same tasks when a transaction fails, and no others', async () => {
    const lost = new PosthouseError({ code: 'unavailable', message: 'lost' });
    const { commit, finish, finishAll } = slowDatabase((group) => (group.includes('bad') ? lost : undefined));
    const queue = new WriteQueue({ commit, lanes: 1 });
    const failing = [write(queue, '1', 'bad'), write(queue, '2', 'a')];
    await settle();
    failing.push(write(queue, '1', 'b'));
    const fine = write(queue, '3', 'c');
    const codes = Promise.all(failing.map((each) => refusalOf(each)));
    finish();
    finishAll();
    expect(await codes).toEqual(['unavailable', 'unavailable', 'unavailable']);
    expect(await fine).toEqual({ committed: 'c' });
    expect(await write(queue, '1', 'd')).toEqual({ committed: 'd' });
  });

  it('applies writes one by one when a value in one of them is refused, and goes on', async () => {
    const unfit = new PosthouseError({ code: 'invalid_input', message: 'a value does not fit its column' });
    const { commit, groups, finishAll } = slowDatabase((group) => (group.includes('bad') ? unfit : undefined));
    const queue = new WriteQueue({ commit, lanes: 1 });
    const answers = [write(queue, '1', 'a'), write(queue, '1', 'bad'), write(queue, '1', 'b'), write(queue, '2', 'c')];
    const codes = Promise.all(answers.map((each) => refusalOf(each)));
    finishAll();
    expect(await codes).toEqual([undefined, 'invalid_input', undefined, undefined]);
    expect(groups).toEqual(['1=abadb 2=c', '1=a', '1=bad', '1=b', '2=c']);
  });

  it('a queue is idle when every write is settled', async () => {
    const { commit, finish } = slowDatabase();
    const queue = new WriteQueue({ commit });
    await queue.idle();
    const answer = write(queue, '1', 'a');
    let idle = false;
    const waiting = queue.idle().then(() => (idle = true));
    await settle();
    expect(idle).toBe(false);
    finish();
    await Promise.all([answer, waiting]);
    expect(idle).toBe(true);
  });
});
