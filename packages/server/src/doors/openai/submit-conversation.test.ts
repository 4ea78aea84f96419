import type { LogEntry, MAILMessage } from '@posthouse/protocol';
import { describe, expect, test } from 'vitest';
import { Stage } from '../../__fixtures__/stage.ts';
import type { Turn } from './conversation.ts';
import { toCallId, toItemId } from './door-ids.ts';
import { type ConversationPost, type Posted, submitConversation } from './submit-conversation.ts';

const caller = { role: 'user' as const, id: 'alice', token: 'alice' };
const user = (text: string): Turn => ({ type: 'said', role: 'user', text });

/** A server to which conversations are submitted; gives what its swarm was told of each. */
async function openDoor() {
  const stage = await Stage.open();
  const { served, store } = stage;
  const instance = served.instance(caller);
  const submit = (turns: Turn[], more: Partial<ConversationPost> = {}): Promise<Posted> =>
    submitConversation({ store, instance, conversation: { instructions: '', turns }, continues: 'items', ...more });
  const rest = ({ task }: Posted) => instance.awaitQueueEmpty(task.taskId);
  const told = async ({ task, slice }: Posted): Promise<string[]> => {
    const { entries } = await store.read(task.key, slice.posted, 100);
    return entries
      .filter((entry): entry is LogEntry & { type: 'message'; message: MAILMessage } => entry.type === 'message')
      .map(({ message }) => message.message)
      .filter(({ sender }) => sender.addressType === 'user')
      .map(({ body }) => body);
  };
  /** The pause of a task, and an output for one of its calls. */
  const outputFor = async ({ task }: Posted, index: number, output: string): Promise<Turn[]> => {
    const { entries } = await store.read(task.key, 0, 100);
    const { seq } = entries.findLast((entry) => entry.type === 'paused')!;
    const callId = toCallId({ taskId: task.taskId, seq, index });
    return [
      { type: 'called', callId, tool: 'ask_human', input: '{}' },
      { type: 'gave', callId, output },
    ];
  };
  return {
    stage,
    store,
    instance,
    submit,
    rest,
    told,
    outputFor,
    [Symbol.asyncDispose]: () => stage[Symbol.asyncDispose](),
  };
}

describe('submitting a conversation', () => {
  test('a conversation begins a new task with everything in it', async () => {
    await using door = await openDoor();
    const posted = await door.submit([user('a'), { type: 'said', role: 'assistant', text: 'b' }, user('c')], {
      conversation: {
        instructions: 'Be brief.',
        turns: [user('a'), { type: 'said', role: 'assistant', text: 'b' }, user('c')],
      },
    });
    const [body] = await door.told(posted);
    expect(body!.replaceAll(/ boundary="\w+"/g, '')).toBe(
      '<instructions>\nBe brief.\n</instructions>\n\n<conversation>\n<user>\na\n</user>\n<assistant>\nb\n</assistant>\n</conversation>\n\nc',
    );
    expect(posted.slice).toMatchObject({ after: 0, posted: 0, run: 1 });
  });

  test('continues after an item of an earlier answer, with only the new items', async () => {
    await using door = await openDoor();
    const first = await door.submit([user('hello')]);
    await door.rest(first);
    const itemId = toItemId('msg', first.slice, 0);
    const second = await door.submit([user('hello'), { type: 'named', itemId }, user('more')]);
    expect(second.task.key).toBe(first.task.key);
    expect(await door.told(second)).toEqual(['more']);
    expect(second.slice.run).toBe(2);
  });

  test('continues a chat only with results', async () => {
    await using door = await openDoor();
    const first = await door.submit([user('ask sure?')]);
    await door.rest(first);
    const [called, gave] = await door.outputFor(first, 0, 'yes');
    const without = await door.submit([user('ask sure?'), called!, user('hm')], { continues: 'calls' });
    expect(without.task.key).not.toBe(first.task.key);
    const second = await door.submit([user('ask sure?'), called!, gave!], { continues: 'calls' });
    expect(second.task.key).toBe(first.task.key);
    // It begins at the pause, so that nothing that happened since is left out.
    expect(second.slice.after).toBeLessThanOrEqual(second.slice.posted);
    expect(await door.told(second)).toEqual([]);
  });

  test('gives a new task the results that nobody waits for', async () => {
    await using door = await openDoor();
    const first = await door.submit([user('ask sure?')]);
    await door.rest(first);
    const turns = [user('ask sure?'), ...(await door.outputFor(first, 0, 'yes'))];
    await door.instance.cancel(first.task.taskId);
    const second = await door.submit(turns);
    expect(second.task.key).not.toBe(first.task.key);
    expect((await door.told(second))[0]).toContain('(ask_human gives yes)');
  });

  test('refuses a reference that it cannot resolve', async () => {
    await using door = await openDoor();
    const first = await door.submit([user('ask sure?')]);
    await door.rest(first);
    const named: Turn = { type: 'named', itemId: 'msg_of_somebody' };
    const turns = [named, ...(await door.outputFor(first, 0, 'yes'))];
    await door.instance.cancel(first.task.taskId);
    await expect(door.submit(turns)).rejects.toMatchObject({ code: 'call_not_found' });
    await expect(door.submit([named, user('x')])).rejects.toMatchObject({ code: 'task_not_found' });
  });

  test('an empty conversation is refused, also as a reply', async () => {
    await using door = await openDoor();
    const first = await door.submit([user('hello')]);
    await door.rest(first);
    const previous = { id: 'r', place: first.slice };
    await expect(door.submit([])).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(door.submit([user(' ')], { previous })).rejects.toMatchObject({ code: 'invalid_input' });
  });
});

describe('submitting a reply', () => {
  test('a reply continues the task after its last answer, and forks it after an earlier one', async () => {
    await using door = await openDoor();
    const first = await door.submit([user('one')]);
    await door.rest(first);
    const previous = { id: 'r', place: first.slice };
    const second = await door.submit([user('two')], { previous });
    await door.rest(second);
    expect(second.task.key).toBe(first.task.key);
    const third = await door.submit([user('three')], { previous });
    expect(third.task.key).not.toBe(first.task.key);
    expect(third.slice).toMatchObject({ taskId: third.task.taskId });
  });

  test('a reply posts one message for each key, wherever it went', async () => {
    await using door = await openDoor();
    const first = await door.submit([user('one')], { key: 'k' });
    expect((await door.submit([user('one')], { key: 'k' })).slice).toEqual(first.slice);
    await door.rest(first);
    const previous = { id: 'r', place: first.slice };
    const second = await door.submit([user('two')], { previous, key: 'l' });
    expect((await door.submit([user('two')], { previous, key: 'l' })).slice).toMatchObject({ run: second.slice.run });
    await door.rest(second);
    const third = await door.submit([user('three')], { previous, key: 'm' });
    const again = await door.submit([user('three')], { previous, key: 'm' });
    expect([again.task.key, again.slice.messageId]).toEqual([third.task.key, third.slice.messageId]);
  });

  test('a reply is refused while the agent works or waits for results', async () => {
    await using door = await openDoor();
    for (const [body, code] of [
      ['hang', 'task_running'],
      ['ask sure?', 'invalid_input'],
    ] as const) {
      const first = await door.submit([user(body)]);
      if (body !== 'hang') await door.rest(first);
      const reply = door.submit([user('more')], { previous: { id: 'r', place: first.slice } });
      await expect(reply).rejects.toMatchObject({ code });
    }
  });

  test('a reply is refused for a task or a place that does not exist', async () => {
    await using door = await openDoor();
    const first = await door.submit([user('hello')]);
    await door.rest(first);
    const nowhere = { ...first.slice, taskId: '00000000-0000-4000-8000-000000000000' };
    const late = { ...first.slice, after: 999, posted: 999 };
    for (const place of [nowhere, late]) {
      const reply = door.submit([user('x')], { previous: { id: 'resp_1', place } });
      await expect(reply).rejects.toMatchObject({
        code: 'task_not_found',
        details: [{ path: 'previous_response_id' }],
      });
    }
  });

  test('a reply leaves calls without results open, and posts words that come with the results', async () => {
    await using door = await openDoor();
    const first = await door.submit([user('ask a b')]);
    await door.rest(first);
    const previous = { id: 'r', place: first.slice };
    const [, gave] = await door.outputFor(first, 1, 'yes');
    const partly = await door.submit([gave!], { previous });
    expect((await door.instance.task(first.task.taskId))!.status).toBe('paused');
    expect(partly.slice.messageId).toBe('');
    const [, other] = await door.outputFor(first, 0, 'no');
    const rest = await door.submit([other!, user('and this')], { previous });
    expect(rest.slice.messageId).not.toBe('');
    expect(await door.told(rest)).toEqual(['and this']);
  });
});
