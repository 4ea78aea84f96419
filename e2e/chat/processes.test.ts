import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { shownParts } from '@posthouse/client/chat';
import type { ScriptedRequest, ScriptedTurn } from '@posthouse/runtime/scripted';
import { startScriptedLLM } from '@posthouse/testkit';
import type { UIMessage } from 'ai';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { textOf } from './__fixtures__/read-message.ts';
import { ourSDKs } from './__fixtures__/sdks.ts';
import { type ChatProgram, startChatProgram } from './__fixtures__/start-chat-program.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'posthouse-chat-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const [, open] = ourSDKs.at(-1)!;
const finish = (text: string, rest: Partial<ScriptedTurn> = {}): ScriptedTurn => ({
  toolCalls: [{ name: 'task_complete', input: { finish_message: text } }],
  chunkSize: 8,
  ...rest,
});

async function messagesOf({ api, token }: ChatProgram): Promise<{ messages: UIMessage[]; status: string }> {
  const response = await fetch(`${api}/chat-1/messages`, { headers: { authorization: `Bearer ${token}` } });
  return (await response.json()) as { messages: UIMessage[]; status: string };
}

/** Everything that reached the reader's screen, retracted text included. */
const shown = (message: UIMessage): string =>
  message.parts.map((part) => (part.type === 'text' || part.type === 'reasoning' ? part.text : '')).join('|');

describe('a server killed in the middle of an answer', () => {
  test('continues the answer and its stream when it is back', async () => {
    const script = ({ index }: ScriptedRequest): ScriptedTurn =>
      index === 0
        ? finish('A tale that is cut short in the middle', { fault: { kind: 'stall', afterChunks: 4 } })
        : finish('A tale that has an end');
    await using llm = await startScriptedLLM({ script });
    const database = join(folder, 'chat.db');
    const before = await startChatProgram({ database, llm: llm.url });
    const chat = open(before, { retries: 40 });
    const sent = chat.sendMessage({ text: 'Tell me a tale' });
    await expect
      .poll(() => chat.messages.at(-1)?.role === 'assistant' && shown(chat.messages.at(-1)!), { timeout: 15_000 })
      .toBeTruthy();
    await before.kill();
    await using after = await startChatProgram({ database, llm: llm.url, port: before.port });
    await sent;
    expect([chat.status, chat.error, chat.checked.problems]).toEqual(['ready', undefined, []]);
    expect(chat.messages.map(({ role }) => role)).toEqual(['user', 'assistant']);
    expect(textOf(chat.messages[1]!).endsWith('A tale that has an end')).toBe(true);
    // A page that is opened now sees what was streamed to this one.
    const { messages, status } = await messagesOf(after);
    expect(status).toBe('ready');
    expect(messages.map(({ id }) => id)).toEqual(chat.messages.map(({ id }) => id));
    const [kept, streamed] = [messages[1]!, chat.messages[1]!].map((message) => {
      const rest = shownParts(message);
      // What was shown in the last moment before the end of the process may be lost; it was given up anyway.
      const retracted = message.parts
        .filter((part) => !rest.includes(part))
        .map((part) => (part as { text: string }).text);
      return { retracted, rest: JSON.parse(JSON.stringify(rest)) as unknown };
    });
    expect(kept!.rest).toEqual(streamed!.rest);
    expect(kept!.rest).toMatchObject([{ type: 'step-start' }, { type: 'text', text: 'A tale that has an end' }]);
    expect(streamed!.retracted).toHaveLength(kept!.retracted.length);
    for (const [index, text] of kept!.retracted.entries())
      expect(streamed!.retracted[index]!.startsWith(text)).toBe(true);
    expect(llm.requests).toHaveLength(2);
  });
});

describe('two servers on one file', () => {
  test('two servers answer a message once, let everybody read along at either, and stop for each other', async () => {
    const gate = Promise.withResolvers<void>();
    const script = async ({ index }: ScriptedRequest): Promise<ScriptedTurn> => {
      if (index === 0) await gate.promise;
      return finish(`Tale ${index}`, index < 2 ? {} : { fault: { kind: 'stall', afterChunks: 2 } });
    };
    await using llm = await startScriptedLLM({ script });
    const database = join(folder, 'chat.db');
    await using one = await startChatProgram({ database, llm: llm.url });
    await using two = await startChatProgram({ database, llm: llm.url });
    const body = (id: string) =>
      JSON.stringify({ id: 'chat-1', messages: [{ id, role: 'user', parts: [{ type: 'text', text: id }] }] });
    const post = ({ api, token }: ChatProgram, id: string) =>
      fetch(api, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body: body(id) });
    // The same message at both, and another one at the second.
    const streams = await Promise.all([post(one, 'u1'), post(two, 'u1'), post(one, 'u1'), post(two, 'u1')]);
    const next = await post(two, 'u2');
    const watcher = open(two, { messages: (await messagesOf(two)).messages });
    const resumed = watcher.resumeStream();
    await expect.poll(() => watcher.checked.streams.length, { timeout: 15_000 }).toBe(1);
    gate.resolve();
    const texts = await Promise.all(streams.map((response) => response.text()));
    for (const text of texts) expect(text).toContain('Tale 0');
    expect(new Set(texts.map((text) => /"messageId":"([^"]+)"/.exec(text)?.[1])).size).toBe(1);
    expect(await next.text()).toContain('Tale 1');
    await resumed;
    expect(textOf(watcher.messages.find(({ role }) => role === 'assistant')!)).toBe('Tale 0');
    expect(llm.requests).toHaveLength(2);
    for (const server of [one, two]) {
      const { messages } = await messagesOf(server);
      expect(messages.map((message) => textOf(message))).toEqual(['u1', 'Tale 0', 'u2', 'Tale 1']);
    }
    // And each of them can stop what the other one is doing.
    const chat = open(one);
    const sent = chat.sendMessage({ text: 'go' });
    await expect.poll(() => llm.requests.length, { timeout: 15_000 }).toBe(3);
    const stopped = await fetch(`${two.api}/chat-1/stop`, {
      method: 'POST',
      headers: { authorization: 'Bearer alice' },
    });
    expect(await stopped.json()).toEqual({ stopped: true });
    await sent;
    const chunks = chat.checked.streams.at(-1)!.chunks;
    expect(chunks.slice(-2).map(({ type }) => type)).toEqual(['abort', 'finish']);
    expect(await llm.requests[2]!.closed).toBe('client-closed');
  });
});
