import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { MAILTaskError } from '@posthouse/ai-sdk-provider';
import { CuttingProxy } from '../../packages/server/src/__fixtures__/cutting-proxy.ts';
import { describe, expect, it } from 'vitest';
import { aiVersions } from '../../packages/ai-sdk-provider/src/__fixtures__/ai-versions.ts';
import { ask, finish, openTeam } from './__fixtures__/team-host.ts';

/** A port that nobody listens on. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Passes on what arrives, and breaks the connection when a piece of text has gone by. */
function cutting(when: RegExp, times = 1): { fetch: typeof fetch; urls: string[] } {
  const urls: string[] = [];
  let left = times;
  const cut: typeof fetch = async (url, init) => {
    urls.push(`${init?.method ?? 'GET'} ${new URL(String(url)).pathname}`);
    const response = await fetch(url, init);
    if (left <= 0 || response.body === null) return response;
    const decoder = new TextDecoder();
    const body = response.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          controller.enqueue(chunk);
          if (left <= 0 || !when.test(decoder.decode(chunk))) return;
          left -= 1;
          controller.error(new TypeError('terminated'));
        },
      }),
    );
    return new Response(body, response);
  };
  return { fetch: cut, urls };
}

/** Fails requests before or after they have reached the server. */
function failing(...plan: ('lose' | 'busy')[]): { fetch: typeof fetch; keys: string[] } {
  const keys: string[] = [];
  const unreliable: typeof fetch = async (url, init) => {
    const key = new Headers(init?.headers).get('idempotency-key');
    if (key !== null) keys.push(key);
    const fault = plan.shift();
    if (fault === 'busy') {
      const headers = { 'retry-after-ms': '1' };
      return Response.json({ detail: 'later', code: 'unavailable' }, { status: 503, headers });
    }
    const response = await fetch(url, init);
    if (fault === 'lose')
      throw new TypeError('fetch failed', { cause: Object.assign(new Error('gone'), { code: 'ECONNRESET' }) });
    return response;
  };
  return { fetch: unreliable, keys };
}

describe.each(aiVersions)('the provider with %s', (_, ai) => {
  const quietly = { onError: () => undefined };

  it.each([
    ['a token that is invalid', { authToken: 'nonsense' }, 'team', 401],
    ['a swarm that does not exist', {}, 'nobody', 404],
  ])('reports %s', async (_name, settings, swarm, statusCode) => {
    await using team = await openTeam({ boss: [finish('x')] });
    const model = team.mail(settings)(swarm);
    await expect(ai.generateText({ model, prompt: 'go' })).rejects.toMatchObject({ statusCode, isRetryable: false });
    const errors: unknown[] = [];
    const result = ai.streamText({ model, prompt: 'go', onError: ({ error }) => void errors.push(error) });
    await result.consumeStream();
    expect(errors).toMatchObject([{ statusCode }]);
    expect(await team.tasks()).toEqual([]);
  });

  it('reports a server that cannot be reached', async () => {
    await using team = await openTeam({ boss: [] });
    const model = team.mail({ baseURL: `http://127.0.0.1:${await freePort()}` })('team');
    await expect(ai.generateText({ model, prompt: 'go', maxRetries: 0 })).rejects.toThrow(/cannot be reached/);
  });

  it('refuses an empty message', async () => {
    await using team = await openTeam({ boss: [] });
    const call = ai.generateText({ model: team.mail()('team'), messages: [{ role: 'user', content: ' '.trim() }] });
    await expect(call).rejects.toThrow('There is no message of the user');
  });

  it('reports a failure of the swarm exactly once', async () => {
    await using team = await openTeam({ boss: [{ fault: { kind: 'http', status: 401, message: 'wrong key' } }] });
    const errors: unknown[] = [];
    const result = ai.streamText({
      model: team.mail()('team'),
      prompt: 'go',
      onError: ({ error }) => void errors.push(error),
    });
    await result.consumeStream();
    expect(errors).toHaveLength(1);
    expect(MAILTaskError.isInstance(errors[0])).toBe(true);
    expect(errors).toMatchObject([{ code: 'model_failed', message: expect.stringContaining('wrong key') }]);
    expect(await result.finishReason).toBe('error');
    expect(await team.tasks()).toMatchObject([{ status: 'error' }]);
  });

  it('keeps what was said before the swarm failed', async () => {
    await using team = await openTeam({
      boss: [
        ask('clerk', 'Hi'),
        {
          ...finish('Half of an answer and '.repeat(20), { chunkSize: 8, delayMs: 1 }),
          fault: { kind: 'error-event', afterChunks: 40, message: 'lost' },
        },
      ],
      clerk: [ask('boss', 'Hi')],
    });
    const result = ai.streamText({ model: team.mail()('team'), prompt: 'go', ...quietly });
    const parts: string[] = [];
    for await (const part of result.fullStream) parts.push(part.type);
    expect(parts).toContain('tool-result');
    expect(parts).toContain('text-delta');
    expect(parts.filter((type) => type === 'error')).toHaveLength(1);
    expect(parts.at(-1)).toBe('finish');
  });

  it.each([
    ['before anything was received', /"type":"start"/],
    ['while an agent thinks', /reasoning/],
    ['in the middle of the answer', /"kind":"answer"/],
    ['between agents', /"type":"call"/],
  ])('continues when the connection breaks %s', async (_name, when) => {
    await using team = await openTeam({
      boss: [
        ask('clerk', 'Hi', { reasoning: 'Let me ask.' }),
        finish('It took a while, but here I am.', { chunkSize: 6, delayMs: 8 }),
      ],
      clerk: [ask('boss', 'Hi')],
    });
    const { fetch, urls } = cutting(when);
    const result = ai.streamText({ model: team.mail({ fetch })('team'), prompt: 'go' });
    const thoughts: string[] = [];
    for await (const part of result.fullStream) if (part.type === 'reasoning-delta') thoughts.push(part.text);
    expect(await result.text).toBe('It took a while, but here I am.');
    expect(thoughts.join('')).toBe('Let me ask.');
    expect(urls.length).toBeGreaterThan(1);
    expect(team.boss.requests).toHaveLength(2);
    expect(await team.tasks()).toHaveLength(1);
  });

  it('receives an answer of 35 KB through a proxy that cuts every connection after 8 to 16 KB', async () => {
    const answer = Array.from({ length: 1_500 }, (_each, line) => `line ${line} – "ä€𝄞"\n`).join('');
    await using team = await openTeam({ boss: [finish(answer, { reasoning: answer, chunkSize: 300 })] });
    let count = 0;
    await using proxy = await CuttingProxy.start({
      port: Number(new URL(team.server.url).port),
      cuts: Number.POSITIVE_INFINITY,
      next: () => ({ up: Number.POSITIVE_INFINITY, down: 8_000 + (((count += 1) * 2_917) % 8_000) }),
    });
    const { text, reasoningText } = await ai.generateText({
      model: team.mail({ baseURL: proxy.url })('team'),
      prompt: 'go',
    });
    expect(text).toBe(answer);
    expect(reasoningText).toBe(answer);
    expect(proxy.cuts).toBeGreaterThan(2);
    expect(proxy.carried).toBeLessThan(4 * Buffer.byteLength(answer + answer));
    expect(team.boss.requests).toHaveLength(1);
  });

  it('retries with the same task when the server was busy', async () => {
    await using team = await openTeam({ boss: [finish('done')] });
    const { fetch, keys } = failing('busy', 'busy');
    const { text } = await ai.generateText({ model: team.mail({ fetch })('team'), prompt: 'go', maxRetries: 2 });
    expect(text).toBe('done');
    expect(new Set(keys).size).toBe(1);
    expect(await team.tasks()).toMatchObject([{ run: 1 }]);
  });

  it('starts another task when the same question is asked again', async () => {
    await using team = await openTeam({ boss: [finish('one'), finish('two')] });
    const { fetch, keys } = failing();
    const model = team.mail({ fetch })('team');
    const texts = [await ai.generateText({ model, prompt: 'go' }), await ai.generateText({ model, prompt: 'go' })];
    expect(texts.map(({ text }) => text)).toEqual(['one', 'two']);
    expect([new Set(keys).size, (await team.tasks()).length]).toEqual([2, 2]);
  });

  it('the provider does not start a second task when it cannot know whether there is a first', async () => {
    await using team = await openTeam({ boss: [finish('done')] });
    const { fetch, keys } = failing('lose');
    const call = ai.generateText({ model: team.mail({ fetch })('team'), prompt: 'go', maxRetries: 2 });
    await expect(call).rejects.toMatchObject({ name: 'AI_APICallError', isRetryable: false });
    expect(keys).toHaveLength(1);
    // The run that nobody hears of any more goes on.
    await expect.poll(() => team.boss.requests).toHaveLength(1);
    expect(await team.tasks()).toHaveLength(1);
  });
});
