import type { FrameStream, MAILClient } from '@posthouse/client';
import type { MAILFrame } from '@posthouse/protocol';
import { expect, test } from 'vitest';
import { endFrame, messageFrame } from '../__fixtures__/frames.ts';
import { testTerminal } from '../__fixtures__/test-terminal.ts';
import { Palette } from '../terminal/palette.ts';
import { TaskView } from './task-view.ts';
import { watchRun } from './watch-run.ts';

function streamOf(...frames: MAILFrame[]): FrameStream {
  async function* play() {
    yield* frames;
  }
  return Object.assign(play(), { taskId: 'task-1' });
}

function watch(stream: FrameStream, status?: string) {
  const client = { getTask: async () => ({ status }) } as unknown as MAILClient;
  const terminal = testTerminal();
  using view = new TaskView({ terminal, palette: new Palette(false), mode: 'conversation' });
  return { outcome: watchRun(client, stream, view), terminal };
}

test('the end of the stream tells how it came out', async () => {
  const { outcome, terminal } = watch(streamOf(messageFrame('a', 'b', 'x'), endFrame('complete', 'done')));
  expect(await outcome).toEqual({ status: 'complete', response: 'done' });
  expect(terminal.said()).toBe('a → b  Work: x\nanswer: done\n');
});

test.each(['complete', 'paused', 'error', 'cancelled'])(
  'a stream without an end leaves it to the record: %s',
  async (status) => {
    expect(await watch(streamOf(), status).outcome).toEqual({ status, response: '' });
  },
);

test.each(['running', undefined])('a stream that ends before the task does has been cut: %s', async (status) => {
  await expect(watch(streamOf(messageFrame('a', 'b', 'x')), status).outcome).rejects.toMatchObject({
    code: 'stream_cut',
  });
});
