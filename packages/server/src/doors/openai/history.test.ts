import { isUserEntry } from '@posthouse/protocol';
import type { ScriptedRequest, ScriptedTurn } from '@posthouse/runtime/scripted';
import type { Response as OpenAIResponse, ResponseInputItem } from 'openai/resources/responses/responses';
import { describe, expect, test } from 'vitest';
import { Stage } from '../../__fixtures__/stage.ts';
import { until } from '../../__fixtures__/until.ts';
import { openAIFor } from '../__fixtures__/door-stage.ts';
import { complete, lookOut, team } from '../__fixtures__/teams.ts';

const alice = { role: 'user' as const, id: 'alice', token: 'alice' };
const user = (content: string): ResponseInputItem => ({ role: 'user', content });
const failing = (promise: Promise<unknown>): Promise<unknown> => promise.catch((error: unknown) => error);

/** A team that answers `A-1`, `A-2` and so on, or looks out when it is asked to; and what its model was asked. */
async function openDoor(
  answers: (question: string) => Promise<ScriptedTurn | undefined> | ScriptedTurn | undefined = () => undefined,
) {
  const requests: ScriptedRequest[] = [];
  const lead = async (request: ScriptedRequest): Promise<ScriptedTurn> => {
    requests.push(request);
    const { text, toolResults } = request.messages.at(-1)!;
    const question = text.match(/Q-\w+( look)?/g)?.at(-1) ?? '';
    if (toolResults.length === 0 && question.includes('look')) return { toolCalls: [{ name: 'look_out', input: {} }] };
    return (await answers(text)) ?? complete(`A-${requests.length}`);
  };
  const stage = await Stage.open({ swarms: [team({ lead })] });
  const client = await openAIFor(stage);
  const ask = (input: ResponseInputItem[], more: { previous_response_id?: string; key?: string } = {}) => {
    const { key, ...rest } = more;
    const headers = key === undefined ? {} : { 'Idempotency-Key': key };
    return client.responses.create({ model: 'team', input, tools: [lookOut], ...rest }, { headers });
  };
  return {
    stage,
    client,
    requests,
    ask,
    /** How many messages the user has in the only task. */
    messages: async () => {
      const [task] = await stage.store.list(stage.served.instance(alice, 'team').owner, undefined, 1);
      const { entries } = await stage.store.read(task!.key, 0, 100);
      return entries.filter(isUserEntry).length;
    },
    /** The user's words that the model was given last. */
    asked: () => requests.at(-1)!.messages.flatMap(({ text }) => text.match(/Q-\w+/g) ?? []),
    said: () =>
      requests
        .at(-1)!
        .messages.map(({ text }) => text)
        .join('\n'),
    [Symbol.asyncDispose]: () => stage[Symbol.asyncDispose](),
  };
}

const callOf = ({ output }: OpenAIResponse) => output.find((item) => item.type === 'function_call')!;
const outputFor = (response: OpenAIResponse, output: string): ResponseInputItem => ({
  type: 'function_call_output',
  call_id: callOf(response).call_id,
  output,
});
const namesOf = ({ output }: OpenAIResponse): ResponseInputItem[] =>
  output.map(({ id }) => ({ type: 'item_reference', id: id! }));

describe('previous_response_id', () => {
  test('continues from that response, and hides what was said after it', async () => {
    await using door = await openDoor();
    const one = await door.ask([user('Q-one')]);
    const two = await door.ask([user('Q-two')], { previous_response_id: one.id });
    await door.ask([user('Q-deux')], { previous_response_id: one.id });
    expect(door.asked()).toEqual(['Q-one', 'Q-deux']);
    await door.ask([user('Q-three')], { previous_response_id: two.id });
    expect(door.asked()).toEqual(['Q-one', 'Q-two', 'Q-three']);
  });

  test('continues a cancelled response with what was said until then', async () => {
    const stalls = complete('Cats are soft and quiet.', { chunkSize: 16, fault: { kind: 'stall', afterChunks: 2 } });
    await using door = await openDoor((text) => (text.includes('Q-cats') ? stalls : undefined));
    const stream = await door.client.responses.create({ model: 'team', input: 'Q-cats', stream: true });
    let id = '';
    for await (const event of stream) {
      if (event.type === 'response.created') ({ id } = event.response);
      if (event.type === 'response.output_text.delta') break;
    }
    await door.client.responses.cancel(id);
    await door.ask([user('Q-shorter')], { previous_response_id: id });
    expect(door.asked()).toEqual(['Q-cats', 'Q-shorter']);
    expect(door.said()).toContain('Cats are');
  });

  test('forks at a response whose run has got more input, and hides that input from the model', async () => {
    const joined = Promise.withResolvers<void>();
    await using door = await openDoor(async (text) => {
      if (!text.includes('Q-')) await joined.promise;
      return undefined;
    });
    const asks = await door.ask([user('Q-one look')]);
    const previous = { previous_response_id: asks.id };
    const answered = door.ask([outputFor(asks, 'rain'), user('Q-two')], previous);
    await until(async () => (await door.messages()) === 2);
    joined.resolve();
    const { output_text: text } = await answered;
    expect(door.asked()).toEqual(['Q-one', 'Q-two']);
    expect((await door.ask([outputFor(asks, 'rain'), user('Q-two')], previous)).output_text).toBe(text);
    const branch = await door.ask([outputFor(asks, 'rain'), user('Q-deux')], previous);
    expect(branch).toMatchObject({ status: 'completed', previous_response_id: asks.id });
    expect(door.asked()).toEqual(['Q-one', 'Q-deux']);
    for (const words of ['(calls look_out with {})', '(look_out gives rain)']) expect(door.said()).toContain(words);
    // Once more it is the same response, and both ways go on.
    const { length } = door.requests;
    const again = await door.ask([outputFor(asks, 'rain'), user('Q-deux')], previous);
    expect([again.id, again.output_text, door.requests.length]).toEqual([branch.id, branch.output_text, length]);
    await door.ask([user('Q-three')], { previous_response_id: branch.id });
    expect(door.asked()).toEqual(['Q-one', 'Q-deux', 'Q-three']);
    await door.ask([user('Q-drei')], { previous_response_id: (await answered).id });
    expect(door.asked()).toEqual(['Q-one', 'Q-two', 'Q-drei']);
    // A history means the same.
    const history = [user('Q-one look'), ...asks.output, outputFor(asks, 'rain'), user('Q-deux'), ...branch.output];
    await door.ask([...history, user('Q-trois')] as ResponseInputItem[]);
    expect(door.asked()).toEqual(['Q-one', 'Q-deux', 'Q-trois']);
  });

  test('forks in the middle of a long run with everything said and returned until then', async () => {
    let expected = 3;
    // Whoever is given a result waits for the words that come with it.
    await using door = await openDoor(async (text) => {
      if (text.includes('Q-')) return undefined;
      await until(async () => (await door.messages()) === expected);
      return { toolCalls: [{ name: 'await_message', input: { reason: 'more' } }] };
    });
    const zero = await door.ask([user('Q-zero')]);
    const first = await door.ask([user('Q-one look')], { previous_response_id: zero.id });
    const second = await door.ask([outputFor(first, 'rain'), user('Q-two look')], { previous_response_id: first.id });
    expected = 4;
    await door.ask([outputFor(second, 'snow'), user('Q-three')], { previous_response_id: second.id });
    expect(door.asked()).toEqual(['Q-zero', 'Q-one', 'Q-two', 'Q-three']);
    const input = [outputFor(second, 'snow'), user('Q-drei')];
    await door.ask(input, { previous_response_id: second.id });
    expect(door.asked()).toEqual(['Q-zero', 'Q-one', 'Q-two', 'Q-drei']);
    expect(door.said()).toMatch(/Q-one[^]*gives rain[^]*Q-two[^]*gives snow[^]*Q-drei/);
    expect(door.said()).not.toContain('the tool gives');
  });

  test('requires the outputs that its response waits for, even when its run has continued', async () => {
    const joined = Promise.withResolvers<void>();
    await using door = await openDoor(async (text) => {
      if (!text.includes('Q-')) await joined.promise;
      return undefined;
    });
    const asks = await door.ask([user('Q-one look')]);
    const previous = { previous_response_id: asks.id };
    const without = { status: 400, message: expect.stringContaining('No tool output found') as string };
    expect(await failing(door.ask([user('Q-deux')], previous))).toMatchObject(without);
    const answered = door.ask([outputFor(asks, 'rain'), user('Q-two')], previous);
    await until(async () => (await door.messages()) === 2);
    joined.resolve();
    await answered;
    expect(await failing(door.ask([user('Q-deux')], previous))).toMatchObject(without);
    expect(await failing(door.ask([outputFor(asks, 'snow'), user('Q-deux')], previous))).toMatchObject({
      status: 409,
      code: 'call_answered',
    });
  });
});

describe('items of a history', () => {
  test('items of a history are expanded from their ids when an earlier question was edited', async () => {
    await using door = await openDoor();
    const one = await door.ask([user('Q-one look')]);
    const history = [user('Q-one look'), ...namesOf(one), outputFor(one, 'rain')];
    const two = await door.ask(history);
    const all = [...history, ...namesOf(two), user('Q-two')];
    await door.ask(all);
    expect(door.asked()).toEqual(['Q-one', 'Q-two']);
    await door.ask([user('Q-uno'), ...all.slice(1)]);
    expect(door.asked()).toEqual(['Q-uno', 'Q-two']);
    for (const text of ['(calls look_out with {})', '(look_out gives rain)', two.output_text])
      expect(door.said()).toContain(text);
  });

  test('an edited history that is sent twice with the same key runs once', async () => {
    await using door = await openDoor();
    const one = await door.ask([user('Q-one')]);
    await door.ask([user('Q-two')], { previous_response_id: one.id });
    const histories = [
      [user('Q-one'), ...one.output, user('Q-deux')],
      [user('Q-uno'), ...one.output, user('Q-two')],
    ] as ResponseInputItem[][];
    for (const [index, history] of histories.entries()) {
      const first = await door.ask(history, { key: `k-${index}` });
      const { length } = door.requests;
      const again = await door.ask(history, { key: `k-${index}` });
      expect([again.id, again.output_text, door.requests.length]).toEqual([first.id, first.output_text, length]);
    }
  });

  test('items that give another output for an answered call are refused', async () => {
    await using door = await openDoor();
    const one = await door.ask([user('Q-one look')]);
    const history = [user('Q-one look'), ...one.output] as ResponseInputItem[];
    await door.ask([...history, outputFor(one, 'rain')]);
    const other = await failing(door.ask([...history, outputFor(one, 'snow'), user('Q-two')]));
    expect(other).toMatchObject({ status: 409, code: 'call_answered' });
    const { call_id: id, name, arguments: input } = callOf(one);
    const chat = door.client.chat.completions.create({
      model: 'team',
      messages: [
        { role: 'user', content: 'Q-one look' },
        { role: 'assistant', tool_calls: [{ id, type: 'function', function: { name, arguments: input } }] },
        { role: 'tool', tool_call_id: id, content: 'snow' },
      ],
    });
    expect(await failing(chat)).toMatchObject({ status: 409, code: 'call_answered' });
  });
});
