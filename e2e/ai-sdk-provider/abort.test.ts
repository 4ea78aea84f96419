import { afterEach, describe, expect, it, vi } from 'vitest';
import { createMAIL } from '@posthouse/ai-sdk-provider';
import { aiVersions } from '../../packages/ai-sdk-provider/src/__fixtures__/ai-versions.ts';
import { action } from '@posthouse/runtime';
import { partsIn } from './__fixtures__/check-parts.ts';
import { ask, askHuman, finish, openTeam, type TeamHost } from './__fixtures__/team-host.ts';
import { connection } from './__fixtures__/playing.ts';

const stalled = (script: object) => ({ ...script, fault: { kind: 'stall' as const, afterChunks: 2 } });
const thinking = { boss: [stalled({ reasoning: 'Let me think about this for a while.' })] };
const prompt = [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'go' }] }];

/** Notes what is asked for, and may answer in the server's place. */
function noting(answer: (path: string) => Promise<Response> | undefined = () => undefined) {
  const paths: string[] = [];
  const note: typeof fetch = async (url, init) => {
    const path = `${init?.method} ${new URL(String(url)).pathname.replace(/[^/]+(?=\/(?:cancel|tellings))/, ':id')}`;
    paths.push(path);
    return answer(path) ?? fetch(url, init);
  };
  return { fetch: note, paths };
}

const CANCEL = 'POST /tasks/:id/cancel';
/** How the only task stands in the end. */
const endOf = (team: TeamHost): Promise<string> =>
  vi.waitUntil(async () => (await team.tasks()).find(({ status }) => status !== 'running')?.status, {
    timeout: 30_000,
  });

describe.each(aiVersions)('an abort with %s', (_, ai) => {
  it('starts no task for a call that was aborted before it began', async () => {
    await using team = await openTeam({ boss: [finish('x')] });
    const call = ai.generateText({ model: team.mail()('team'), prompt: 'go', abortSignal: AbortSignal.abort() });
    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
    expect(await team.tasks()).toEqual([]);
  });

  it('stops the swarm while it thinks', async () => {
    await using team = await openTeam({ boss: [stalled({ reasoning: 'Let me think about this for a while.' })] });
    const controller = new AbortController();
    const result = ai.streamText({ model: team.mail()('team'), prompt: 'go', abortSignal: controller.signal });
    const types: string[] = [];
    for await (const part of result.fullStream) {
      types.push(part.type);
      if (part.type === 'reasoning-delta') controller.abort();
    }
    expect(types.at(-1)).toBe('abort');
    expect(types).not.toContain('error');
    await expect.poll(() => team.tasks()).toMatchObject([{ status: 'cancelled' }]);
    expect(await team.boss.requests[0]!.closed).toBe('client-closed');
  });

  it('stops the swarm in the middle of its answer, and keeps what was read', async () => {
    await using team = await openTeam({
      boss: [
        {
          ...finish('A long answer that never comes to its end.', { chunkSize: 16 }),
          fault: { kind: 'stall', afterChunks: 2 },
        },
      ],
    });
    const controller = new AbortController();
    let aborted = false;
    const result = ai.streamText({
      model: team.mail()('team'),
      prompt: 'go',
      abortSignal: controller.signal,
      onAbort: () => {
        aborted = true;
      },
    });
    let text = '';
    for await (const piece of result.textStream) {
      text += piece;
      controller.abort();
    }
    expect('A long answer that never comes to its end.'.startsWith(text) && text !== '').toBe(true);
    expect(aborted).toBe(true);
    await expect.poll(() => team.tasks()).toMatchObject([{ status: 'cancelled' }]);
  });

  it('stops an action that is running', async () => {
    let stopped = false;
    const wait = action({
      name: 'wait',
      description: 'Waits.',
      parameters: { type: 'object' },
      execute: (_input: object, { signal }) =>
        new Promise<string>((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            stopped = true;
            reject(signal.reason as Error);
          });
        }),
    });
    await using team = await openTeam({ boss: [{ toolCalls: [{ name: 'wait', input: {} }] }], actions: [wait] });
    const controller = new AbortController();
    const call = ai.generateText({ model: team.mail()('team'), prompt: 'go', abortSignal: controller.signal });
    await expect.poll(() => team.boss.requests.length).toBe(1);
    setTimeout(() => controller.abort(), 30);
    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
    await expect.poll(() => stopped).toBe(true);
    expect(await team.tasks()).toMatchObject([{ status: 'cancelled' }]);
  });

  it('stops other agents too', async () => {
    await using team = await openTeam({
      boss: [ask('clerk', 'Hi')],
      clerk: [stalled({ reasoning: 'Hm, what do they want from me now?' })],
    });
    const controller = new AbortController();
    const call = ai.generateText({ model: team.mail()('team'), prompt: 'go', abortSignal: controller.signal });
    await expect.poll(() => team.clerk.requests.length).toBe(1);
    controller.abort();
    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
    expect(await team.clerk.requests[0]!.closed).toBe('client-closed');
  });

  it('stops the run at a timeout', async () => {
    await using team = await openTeam({ boss: [stalled({ reasoning: 'This will take a very long time.' })] });
    const call = ai.generateText({ model: team.mail()('team'), prompt: 'go', abortSignal: AbortSignal.timeout(150) });
    await expect(call).rejects.toMatchObject({ name: 'TimeoutError' });
    await expect.poll(() => team.tasks()).toMatchObject([{ status: 'cancelled' }]);
  });

  it('leaves a finished run alone', async () => {
    await using team = await openTeam({ boss: [finish('x')] });
    const controller = new AbortController();
    await ai.generateText({ model: team.mail()('team'), prompt: 'go', abortSignal: controller.signal });
    controller.abort();
    expect(await team.tasks()).toMatchObject([{ status: 'complete' }]);
  });
});

describe('an aborted call', () => {
  afterEach(() => void vi.useRealTimers());

  it('lets a message on its way arrive, and then stops the run', async () => {
    await using team = await openTeam(thinking);
    const [arrived, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { fetch: noted, paths } = noting();
    const held: typeof fetch = async (url, init) => {
      const response = await noted(url, init);
      arrived.resolve();
      await released.promise;
      return response;
    };
    const controller = new AbortController();
    const { signal: abortSignal } = controller;
    const answer = team.mail({ fetch: held })('team').doStream({ prompt, abortSignal });
    await arrived.promise;
    controller.abort();
    await expect(answer).rejects.toMatchObject({ name: 'AbortError' });
    expect(paths).toEqual(['POST /message']);
    released.resolve();
    expect(await endOf(team)).toBe('cancelled');
    expect(paths).toEqual(['POST /message', CANCEL]);
  });

  it('an abort does not wait for ever for a server that does not answer', async () => {
    const { fetch, paths } = noting((path) =>
      path === CANCEL ? Promise.resolve(Response.json({})) : new Promise(() => undefined),
    );
    const controller = new AbortController();
    const { signal: abortSignal } = controller;
    const answer = createMAIL({ fetch })('team').doStream({ prompt, abortSignal });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    controller.abort();
    await expect(answer).rejects.toMatchObject({ name: 'AbortError' });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(paths).toEqual(['POST /message', CANCEL]);
  });

  it('stops the run even while nobody reads', async () => {
    await using team = await openTeam(thinking);
    const controller = new AbortController();
    await team.mail()('team').doStream({ prompt, abortSignal: controller.signal });
    controller.abort();
    expect(await endOf(team)).toBe('cancelled');
  });

  it('stops the run even while the connection is broken, and does not reconnect', async () => {
    await using team = await openTeam(thinking);
    let isFirst = true;
    const { fetch: noted, paths } = noting((path) =>
      path.startsWith('GET') ? Promise.reject(new TypeError('fetch failed')) : undefined,
    );
    const broken: typeof fetch = async (url, init) => {
      const response = await noted(url, init);
      if (!isFirst) return response;
      isFirst = false;
      const { value = '' } = await response.body!.pipeThrough(new TextDecoderStream()).getReader().read();
      return connection([value], 'cut', Object.fromEntries(response.headers));
    };
    const controller = new AbortController();
    const { stream } = await team.mail({ fetch: broken })('team').doStream({ prompt, abortSignal: controller.signal });
    const read = partsIn(stream).catch((error: unknown) => error);
    const asked = () => paths.filter((path) => path.startsWith('GET')).length;
    await expect.poll(asked).toBeGreaterThan(0);
    controller.abort();
    expect(await read).toMatchObject({ name: 'AbortError' });
    expect(await endOf(team)).toBe('cancelled');
    const before = asked();
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(asked()).toBe(before);
  });

  it('leaves a paused run alone', async () => {
    await using team = await openTeam({
      boss: [{ toolCalls: [{ name: 'ask_human', input: { q: 'Really?' } }] }],
      actions: [askHuman],
      breakpointTools: ['ask_human'],
    });
    const controller = new AbortController();
    const { fetch, paths } = noting();
    await team.mail({ fetch })('team').doGenerate({ prompt, abortSignal: controller.signal });
    controller.abort();
    expect(await team.tasks()).toMatchObject([{ status: 'paused' }]);
    expect(paths).toEqual(['POST /message']);
  });

  it('stops the run, unlike a cancelled stream, which lets it finish', async () => {
    await using team = await openTeam({ boss: [finish('done', { delayMs: 5 })] });
    const { fetch, paths } = noting();
    const { stream } = await team
      .mail({ fetch })('team')
      .doStream({ prompt, abortSignal: new AbortController().signal });
    await stream.cancel();
    expect(await endOf(team)).toBe('complete');
    expect(paths).toEqual(['POST /message']);
  });
});
