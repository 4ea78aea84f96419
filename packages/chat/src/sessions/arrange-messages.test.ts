import type { LogEntry } from '@posthouse/protocol';
import { describe, expect, test } from 'vitest';
import { PlayedChat } from './__fixtures__/played-chat.ts';
import { type Arranged, MessageArranger } from './arrange-messages.ts';
import { answering, toldUpTo, toRuns } from './find-runs.ts';
import { toUserMessage } from './to-user-message.ts';
import { toChatId } from './user-entries.ts';

function toItems(log: readonly LogEntry[]): Arranged[] {
  const arranger = new MessageArranger();
  return [...log.flatMap((entry) => arranger.take(entry)), ...arranger.rest()];
}

/** Ids of questions, and the runs of answers. */
const shapeOf = (log: readonly LogEntry[]): string[] =>
  toItems(log).map((item) =>
    item.role === 'user' ? toChatId(item.entry) : `answer ${item.run}${item.ended ? '' : ' …'}`,
  );

describe('the messages of a log', () => {
  test('the messages of a log are empty at first, and in a branch that has just begun', async () => {
    await using chat = await PlayedChat.open();
    expect(shapeOf(await chat.log())).toEqual([]);
    await chat.say('u1');
    await chat.do('answer');
    const branch = await chat.fork(1);
    expect([branch.length > 0, shapeOf(branch)]).toEqual([true, []]);
  });

  test('messages alternate between questions and answers, and end with the answer that is being written', async () => {
    await using chat = await PlayedChat.open();
    await chat.say('u1');
    expect(shapeOf(await chat.log())).toEqual(['u1', 'answer 1 …']);
    await chat.do('answer');
    await chat.say('u2');
    await chat.do('work');
    await chat.do('answer');
    expect(shapeOf(await chat.log())).toEqual(['u1', 'answer 1', 'u2', 'answer 2']);
  });

  test('messages that had to wait stand before the run that answers them', async () => {
    await using chat = await PlayedChat.open();
    for (const id of ['u1', 'u2', 'u3']) await chat.say(id);
    await chat.do('answer');
    expect(shapeOf(await chat.log())).toEqual(['u1', 'answer 1', 'u2', 'answer 2 …', 'u3']);
    const runs = toRuns(toItems(await chat.log()));
    expect(runs.map(({ run, messages }) => [run, messages.map(toChatId)])).toEqual([
      [1, ['u1']],
      [2, ['u2']],
    ]);
    expect([answering(runs, 'u2')?.run, answering(runs, 'u9')]).toEqual([2, undefined]);
    await chat.do('answer');
    await chat.do('answer');
    expect(shapeOf(await chat.log())).toEqual(['u1', 'answer 1', 'u2', 'answer 2', 'u3', 'answer 3']);
  });

  test('messages that interrupted stand before the answer that they changed', async () => {
    await using chat = await PlayedChat.open();
    await chat.say('u1');
    await chat.say('u2', { whenOpen: 'interrupt' });
    await chat.do('answer');
    expect(shapeOf(await chat.log())).toEqual(['u1', 'u2', 'answer 1']);
  });

  test('messages that interrupted and were unread at the end of their run stand before the next one', async () => {
    await using chat = await PlayedChat.open();
    await chat.say('u1');
    // The helper is still at it when the writer has an answer.
    await chat.say('u2', { whenOpen: 'interrupt', to: 'helper' });
    await chat.do('answer', 'writer');
    await chat.do('answer', 'helper');
    expect(shapeOf(await chat.log())).toEqual(['u1', 'answer 1', 'u2', 'answer 2']);
  });

  test('messages of a cancelled run stay where they were written, as part of that run', async () => {
    await using chat = await PlayedChat.open();
    for (const id of ['u1', 'u2']) await chat.say(id);
    await chat.stop();
    await chat.say('u3');
    await chat.do('answer');
    expect(shapeOf(await chat.log())).toEqual(['u1', 'answer 1', 'u2', 'u3', 'answer 2']);
    const runs = toRuns(toItems(await chat.log()));
    expect(runs.map(({ messages, dropped }) => [messages.map(toChatId), dropped.map(toChatId)])).toEqual([
      [['u1'], ['u2']],
      [['u3'], []],
    ]);
    expect(answering(runs, 'u2')?.run).toBe(1);
    expect(toldUpTo(runs[0]!, 'u2')?.map(toChatId)).toEqual(['u1', 'u2']);
  });

  test('messages are what was sent, with the id of their mail where they came without a chat', async () => {
    await using chat = await PlayedChat.open();
    const parts = [
      { type: 'text', text: 'look' },
      { type: 'file', url: 'https://example.org/a.png', mediaType: 'image/png' },
    ] as const;
    await chat.say('u1', { parts: [...parts] });
    await chat.say('u2');
    await chat.say('u3', { by: 'mail' });
    const messages = toItems(await chat.log()).flatMap((item) => (item.role === 'user' ? [item.entry] : []));
    expect(messages.map(toUserMessage)).toEqual([
      { id: 'u1', parts },
      { id: 'u2', parts: [{ type: 'text', text: 'about u2' }] },
      { id: messages[2]!.message.id, parts: [{ type: 'text', text: 'about u3' }] },
    ]);
  });
});
