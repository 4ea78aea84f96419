import { describe, expect, test } from 'vitest';
import { openInstance } from './__fixtures__/chat-host.ts';
import { textOf, toolsOf } from './__fixtures__/read-message.ts';
import { type OpenChat, sdks } from './__fixtures__/sdks.ts';

/** Whatever was streamed was well-formed, and ended as it should. */
function expectClean({ checked }: OpenChat): void {
  expect(checked.problems).toEqual([]);
  expect(checked.streams.length).toBeGreaterThan(0);
  for (const { chunks, done } of checked.streams) {
    expect([chunks.at(0)?.type, chunks.at(-1)?.type, done]).toEqual(['start', 'finish', true]);
  }
}

describe.each(sdks)('a chat with %s', (_, open) => {
  test('answers a message and the next one, and a reload shows the same', async () => {
    await using host = await openInstance();
    const chat = open(host);
    await chat.sendMessage({ text: 'think hard' });
    await chat.sendMessage({ text: 'hello' });
    expect(chat.error).toBeUndefined();
    expect(chat.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant']);
    expect([textOf(chat.messages[1]!), textOf(chat.messages[3]!)]).toEqual(['hard', 'You wrote: hello']);
    expect(chat.messages[1]!.parts).toContainEqual(expect.objectContaining({ type: 'reasoning', text: 'Let me see.' }));
    const { body } = await host.call('/chat/chat-1/messages');
    expect(body).toMatchObject({ before: null, status: 'ready' });
    expect(body.messages.map(({ id }: { id: string }) => id)).toEqual(chat.messages.map(({ id }) => id));
    expect(body.messages[3].parts).toEqual(JSON.parse(JSON.stringify(chat.messages[3]!.parts)));
    expectClean(chat);
  });

  test('continues with the same words after a reload in the middle, none lost and none twice', async () => {
    await using host = await openInstance();
    const first = open(host);
    void first.sendMessage({ text: 'slow gate' });
    await expect.poll(() => textOf(first.messages.at(-1)!), { timeout: 15_000 }).toBe('Once upon a time ');
    // The new page knows what the server gives it, and nothing else.
    const { body } = await host.call('/chat/chat-1/messages');
    expect(body).toMatchObject({ status: 'running', messages: [{ role: 'user' }] });
    const second = open(host, { messages: body.messages });
    const resumed = second.resumeStream();
    await expect.poll(() => textOf(second.messages.at(-1)!), { timeout: 15_000 }).toBe('Once upon a time ');
    host.gates.open('gate');
    await resumed;
    await expect.poll(() => first.status, { timeout: 15_000 }).toBe('ready');
    for (const { messages } of [first, second]) {
      expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant']);
      expect(textOf(messages[1]!)).toBe('Once upon a time there was an end.');
    }
    expect(second.messages[1]).toMatchObject({ id: first.messages[1]!.id });
    expect(await host.runs()).toBe(1);
    expectClean(first);
    expectClean(second);
  });

  test('resumes nothing when nothing runs', async () => {
    await using host = await openInstance();
    const chat = open(host);
    await chat.resumeStream();
    expect([chat.status, chat.messages]).toEqual(['ready', []]);
    await chat.sendMessage({ text: 'hello' });
    await chat.resumeStream();
    expect([chat.status, chat.messages.length]).toEqual(['ready', 2]);
  });

  test('continues the same message after a question is answered', async () => {
    await using host = await openInstance();
    const chat = open(host);
    await chat.sendMessage({ text: 'ask which way' });
    const [asked] = toolsOf(chat.messages[1]!);
    expect(asked).toMatchObject({ toolName: 'ask_human', state: 'input-available', input: { q: 'which way' } });
    expect((await host.call('/chat/chat-1/messages')).body).toMatchObject({ status: 'paused' });
    await chat.addToolOutput({ tool: 'ask_human', toolCallId: asked!.toolCallId, output: 'left' });
    await expect.poll(() => textOf(chat.messages.at(-1)!), { timeout: 15_000 }).toBe('You said left. Thank you.');
    await expect.poll(() => chat.status, { timeout: 15_000 }).toBe('ready');
    expect(chat.messages).toHaveLength(2);
    expect(toolsOf(chat.messages[1]!)).toMatchObject([{ state: 'output-available', output: 'left' }]);
    const { body } = await host.call('/chat/chat-1/messages');
    expect(body.messages.map(({ id }: { id: string }) => id)).toEqual(chat.messages.map(({ id }) => id));
    expect(textOf(body.messages[1])).toBe('You said left. Thank you.');
    expect(await host.runs()).toBe(1);
    expectClean(chat);
  });

  test.each([true, false])('continues a call that needs approval with the decision: %s', async (approved) => {
    await using host = await openInstance();
    const chat = open(host);
    await chat.sendMessage({ text: 'pay 12' });
    const [asked] = toolsOf(chat.messages[1]!);
    expect(asked).toMatchObject({ toolName: 'pay', state: 'approval-requested' });
    await chat.addToolApprovalResponse({ id: asked!.approval!.id, approved, reason: 'because' });
    await expect
      .poll(() => textOf(chat.messages.at(-1)!), { timeout: 15_000 })
      .toMatch(approved ? /"paid":12/ : /not approved: because/);
    await expect.poll(() => chat.status, { timeout: 15_000 }).toBe('ready');
    expect([chat.messages.length, chat.error]).toEqual([2, undefined]);
    expect(toolsOf(chat.messages[1]!)).toMatchObject([{ state: approved ? 'output-available' : 'output-error' }]);
    expectClean(chat);
  });

  test('replaces the old answer when it is regenerated', async () => {
    await using host = await openInstance({
      play: ({ prompt, times }) => [{ say: `${times}: ${prompt.includes('first') ? 'first ' : ''}known` }],
    });
    const chat = open(host);
    await chat.sendMessage({ text: 'the first' });
    await chat.sendMessage({ text: 'the second' });
    const old = chat.messages[3]!;
    await chat.regenerate();
    await chat.regenerate({ messageId: chat.messages[3]!.id });
    expect(chat.messages.map((message) => (message.role === 'user' ? '?' : textOf(message)))).toEqual([
      '?',
      '1: first known',
      '?',
      '4: first known',
    ]);
    expect(chat.messages[3]!.id).not.toBe(old.id);
    const { body } = await host.call('/chat/chat-1/messages');
    expect(body.messages.map(({ id }: { id: string }) => id)).toEqual(chat.messages.map(({ id }) => id));
    // The next message goes on from the new answer.
    await chat.sendMessage({ text: 'the third' });
    expect(textOf(chat.messages[5]!)).toBe('5: first known');
    expect((await host.call('/chat/chat-1/messages')).body.messages).toHaveLength(6);
    expectClean(chat);
  });

  test('asks an edited message again, without what came after it', async () => {
    await using host = await openInstance({
      play: ({ body, prompt }) => [{ say: `${body}, ${prompt.includes('secret') ? 'told' : 'untold'}` }],
    });
    const chat = open(host);
    await chat.sendMessage({ text: 'secret' });
    await chat.sendMessage({ text: 'more' });
    const { id } = chat.messages[0]!;
    await chat.sendMessage({ text: 'plain', messageId: id });
    expect(chat.messages.map((message) => textOf(message))).toEqual(['plain', 'plain, untold']);
    expect(chat.messages[0]!.id).toBe(id);
    await chat.sendMessage({ text: 'plainer', messageId: id });
    await chat.sendMessage({ text: 'then' });
    expect(chat.messages.map((message) => textOf(message))).toEqual([
      'plainer',
      'plainer, untold',
      'then',
      'then, untold',
    ]);
    const { body } = await host.call('/chat/chat-1/messages');
    expect(body.messages.map(({ id: known }: { id: string }) => known)).toEqual(
      chat.messages.map((message) => message.id),
    );
    expectClean(chat);
  });
});
