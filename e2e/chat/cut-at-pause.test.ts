import type { ScriptedTurn } from '@posthouse/runtime/scripted';
import { expect, test } from 'vitest';
import { answering, playRun } from '../../packages/chat/src/run-messages/__fixtures__/play-run.ts';
import { CutReader, toChatClient, toOpenChat } from './__fixtures__/cut-reader.ts';
import { PlayedTask } from './__fixtures__/played-task.ts';

const does = (text: string, name: string): ScriptedTurn => ({ text, toolCalls: [{ name, input: {} }] });
const lead: ScriptedTurn[] = [
  does('First the gate.', 'ask_human'),
  does('Then the toll.', 'pay'),
  { toolCalls: [{ name: 'task_complete', input: { finish_message: 'Through.' } }] },
];

test('a chat reader that is cut behind any frame before a question is answered gets the chunks of an uncut one', async () => {
  const run = { ...(await playRun({ lead, intervene: answering('yes') })), after: 0 };
  const pauses = run.events.flatMap(({ type }, index) => (type === 'paused' ? [index + 1] : []));
  expect(pauses).toHaveLength(2);
  const whole = new PlayedTask(run);
  whole.happen(run.events.length);
  const uncut = toChatClient();
  await new CutReader(uncut, toOpenChat(whole, run)).readOn();
  for (const pause of pauses) {
    const cut = async (arrived: number): Promise<boolean> => {
      const task = new PlayedTask(run);
      task.happen(pause);
      const client = toChatClient();
      const reader = new CutReader(client, toOpenChat(task, run));
      await reader.readOn(arrived);
      const isCut = !client.isDone;
      task.happen(run.events.length);
      await reader.readOn();
      // A whole stream ends with the question; the answer has a stream of its own.
      const [told, expected] = isCut
        ? [client.told, uncut.told]
        : [client.told.slice(0, -1), uncut.told.slice(0, client.told.length - 1)];
      expect(told, `${arrived} frames arrived`).toEqual(expected);
      return isCut;
    };
    let arrived = 0;
    while (await cut(arrived)) arrived += 1;
    expect(arrived).toBeGreaterThan(5);
  }
});
