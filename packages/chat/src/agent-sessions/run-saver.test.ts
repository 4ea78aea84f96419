import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { UIChunk } from '../chunks/ui-chunk.ts';
import type { UIMessage } from '../messages/ui-message.ts';
import type { MessageWrite } from './agent-session-store.ts';
import { RunSaver } from './run-saver.ts';

const session = { owner: { role: 'user', id: 'alice' }, id: 's', conversation: 'c' } as const;
const place = { session, place: 2, id: 'm', role: 'assistant' } as const;
const start: UIChunk[] = [
  { type: 'start', messageId: 'm' },
  { type: 'text-start', id: 't' },
];
const delta = (text: string): UIChunk => ({ type: 'text-delta', id: 't', delta: text });

function createSaver({ whole = false, write = async (): Promise<void> => undefined } = {}) {
  const writes: (Omit<MessageWrite, 'message'> & { message?: UIMessage })[] = [];
  const failures: unknown[] = [];
  const saver = new RunSaver({
    place,
    onFailure: (error) => failures.push(error),
    store: {
      saveMs: 50,
      write: async (_, { message, ...rest }) => {
        writes.push({ ...rest, ...(whole ? { message: message() } : {}) });
        await write();
      },
    },
  });
  return { saver, writes, failures };
}

describe('RunSaver', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('writes an answer within 50 ms, in one piece', async () => {
    const { saver, writes } = createSaver();
    saver.add(start);
    for (const text of ['One ', 'two ', 'three']) {
      saver.add([delta(text)]);
      await vi.advanceTimersByTimeAsync(16);
    }
    expect(writes).toEqual([]);
    await vi.advanceTimersByTimeAsync(2);
    expect(writes).toEqual([
      { after: 0, chunks: [...start, delta('One two three')], isEnd: false, durability: 'normal' },
    ]);
    saver.add([delta('!')]);
    await vi.advanceTimersByTimeAsync(50);
    expect(writes[1]).toEqual({ after: 1, chunks: [delta('!')], isEnd: false, durability: 'normal' });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(writes).toHaveLength(2);
  });

  test('text does not wait for the disk, but everything does when it is flushed', async () => {
    const { saver, writes } = createSaver();
    saver.add([...start, delta('One')]);
    await vi.advanceTimersByTimeAsync(50);
    await saver.flush();
    await saver.flush();
    saver.add([delta('two')]);
    await saver.flush();
    expect(writes.map(({ chunks, durability }) => [chunks.length, durability])).toEqual([
      [3, 'normal'],
      [0, 'full'],
      [1, 'full'],
    ]);
  });

  test('everything is stored after a flush, one write after the other', async () => {
    const gates: (() => void)[] = [];
    const { saver, writes } = createSaver({ write: () => new Promise((resolve) => gates.push(resolve)) });
    saver.add(start);
    const first = saver.flush();
    await vi.advanceTimersByTimeAsync(0);
    saver.add([delta('x'), { type: 'finish' }]);
    const second = saver.flush();
    await vi.advanceTimersByTimeAsync(100);
    expect(writes).toHaveLength(1);
    gates.shift()!();
    await first;
    await vi.advanceTimersByTimeAsync(0);
    expect(writes).toHaveLength(2);
    gates.shift()!();
    await second;
    expect(writes[1]).toEqual({
      after: 1,
      chunks: [delta('x'), { type: 'finish' }],
      isEnd: true,
      durability: 'full',
    });
    await saver.flush();
    expect(writes).toHaveLength(2);
  });

  test('gives the whole answer to a store that wants it so', async () => {
    const { saver, writes } = createSaver({ whole: true });
    saver.add([...start, delta('One ')]);
    await saver.flush();
    saver.add([delta('two')]);
    await saver.flush();
    expect(writes.map(({ message }) => message?.parts)).toMatchObject([[{ text: 'One ' }], [{ text: 'One two' }]]);
  });

  test('writes nothing more after a failure, so that there is no gap', async () => {
    const broken = new Error('the disk is full');
    const { saver, writes, failures } = createSaver({ write: () => Promise.reject(broken) });
    saver.add(start);
    await vi.advanceTimersByTimeAsync(50);
    expect(failures).toEqual([broken]);
    saver.add([delta('x')]);
    await expect(saver.flush()).rejects.toBe(broken);
    expect(writes).toHaveLength(1);
  });

  test('writes nothing when there is nothing to keep', async () => {
    const { saver, writes } = createSaver();
    saver.add([{ type: 'data-notice', data: {}, transient: true }]);
    await vi.advanceTimersByTimeAsync(100);
    await saver.flush();
    expect(writes).toEqual([]);
  });
});
