import { agent, swarm } from '@posthouse/runtime';
import { quiet, startServer } from '@posthouse/server';
import { startScriptedLLM } from '@posthouse/testkit';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { openInstance } from './__fixtures__/chat-host.ts';
import { textOf } from './__fixtures__/read-message.ts';
import { ourSDKs, sdks } from './__fixtures__/sdks.ts';

afterEach(() => vi.unstubAllEnvs());

describe.each(ourSDKs)('stop() of %s with our transport', (_, open) => {
  test('closes the connection of the model, and the conversation continues from what was shown', async () => {
    const answer = { name: 'task_complete', input: { finish_message: 'Cats purr, nap and hunt at night.' } };
    await using llm = await startScriptedLLM({
      script: [
        { reasoning: 'Cats.', toolCalls: [answer], chunkSize: 8, fault: { kind: 'stall', afterChunks: 5 } },
        { toolCalls: [{ ...answer, input: { finish_message: 'Cats nap.' } }] },
      ],
    });
    vi.stubEnv('OPENAI_COMPATIBLE_BASE_URL', `${llm.url}/v1`);
    const teller = agent({
      name: 'teller',
      model: 'openai-compatible/slow',
      commTargets: [],
      enableEntrypoint: true,
      canCompleteTasks: true,
    });
    await using server = await startServer(
      swarm({ name: 'tales', version: '1.0.0', agents: [teller], entrypoint: 'teller' }),
      { port: 0, databaseURL: 'sqlite::memory:', logger: quiet, handleSignals: false },
    );
    const token = server.tokens!.user;
    const chat = open({ api: `${server.url}/api/chat`, token });
    const sent = chat.sendMessage({ text: 'Write about cats' });
    const shown = () => textOf(chat.messages.at(-1)!);
    await vi.waitFor(() => expect(shown()).toBe('Cats purr, na'), { timeout: 10_000 });
    await chat.stop();
    await sent;
    expect(await llm.requests[0]!.closed).toBe('client-closed');
    expect(chat.status).toBe('ready');

    const live = chat.messages.at(-1)!;
    await chat.sendMessage({ text: 'Shorter' });
    expect(shown()).toBe('Cats nap.');
    const told = llm.requests[1]!.messages.map(({ role, text }) => [role, text]);
    expect(told).toEqual([
      ['user', expect.stringContaining('Write about cats')],
      ['assistant', 'Cats purr, na'],
      ['user', expect.stringMatching(/::task_cancelled::[\s\S]*The run was cancelled\.[\s\S]*Shorter/)],
    ]);

    // A page that is loaded again shows what this one does, and takes none of it back.
    const response = await fetch(`${server.url}/chat/chat-1/messages`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const { messages } = (await response.json()) as { messages: (typeof live)[] };
    expect(messages.map(textOf)).toEqual(chat.messages.map(textOf));
    const textsOf = ({ parts }: typeof live) =>
      parts.flatMap((part) => ('text' in part ? [[part.type, part.text]] : []));
    expect(textsOf(messages[1]!)).toEqual(textsOf(live));
    expect(JSON.stringify(messages)).not.toContain('retracted');
  });

  test('stops a message that was still on its way', async () => {
    await using host = await openInstance();
    const chat = open(host);
    const sent = chat.sendMessage({ text: 'slow gate' });
    while (chat.checked.sent === 0) await Promise.resolve();
    expect(chat.status).toBe('submitted');
    await chat.stop();
    await sent;
    const roles = async () => {
      const { body } = await host.call('/chat/chat-1/messages');
      return (body.messages ?? []).map(({ role }: { role: string }) => role);
    };
    // An answer is only there once it has ended.
    await expect.poll(roles, { timeout: 10_000 }).toEqual(['user', 'assistant']);
    expect(host.model.aborted.length + Number(host.model.asked === 0)).toBe(1);
  });
});

describe.each(sdks)('a stop with %s', (_, open) => {
  test('a stop from another client ends the stream properly', async () => {
    await using host = await openInstance();
    const chat = open(host);
    const sent = chat.sendMessage({ text: 'slow gate' });
    await expect.poll(() => textOf(chat.messages.at(-1)!), { timeout: 15_000 }).toBe('Once upon a time ');
    expect((await host.call('/api/chat/chat-1/stop', { method: 'POST' })).body).toEqual({ stopped: true });
    await sent;
    expect([chat.status, chat.error]).toEqual(['ready', undefined]);
    expect(textOf(chat.messages[1]!)).toBe('Once upon a time ');
    const [stream] = chat.checked.streams;
    expect(stream!.chunks.slice(-2).map(({ type }) => type)).toEqual(['abort', 'finish']);
    expect([stream!.done, chat.checked.problems]).toEqual([true, []]);
    expect(chat.messages[1]!.parts.every((part) => !('state' in part) || part.state !== 'streaming')).toBe(true);
    const { body } = await host.call('/chat/chat-1/messages');
    expect(body.messages[1].parts).toEqual(JSON.parse(JSON.stringify(chat.messages[1]!.parts)));
    expect(host.model.aborted).toHaveLength(1);
  });
});

test('a reader that leaves does not stop the run', async () => {
  await using host = await openInstance();
  const leaving = new AbortController();
  const response = await fetch(host.api, {
    method: 'POST',
    headers: { authorization: `Bearer ${host.token}` },
    body: JSON.stringify({ sessionId: 's', message: 'slow gate' }),
    signal: leaving.signal,
  });
  await host.gates.reached('gate');
  leaving.abort();
  await response.text().catch(() => undefined);
  host.gates.open('gate');
  await expect.poll(async () => (await host.call('/chat/sessions/s')).body.status, { timeout: 15_000 }).toBe('ready');
  const { body } = await host.call('/chat/s/messages');
  expect(textOf(body.messages[1])).toBe('Once upon a time there was an end.');
  expect(host.model.aborted).toEqual([]);
});
