import { describe, expect, it } from 'vitest';
import { aiVersions } from '../../packages/ai-sdk-provider/src/__fixtures__/ai-versions.ts';
import { action } from '@posthouse/runtime';
import { ask, finish, openTeam } from './__fixtures__/office.ts';

const stalled = (script: object) => ({ ...script, fault: { kind: 'stall' as const, afterChunks: 2 } });

describe.each(aiVersions)('%s', (_, ai) => {
  it('stops nothing that has not begun', async () => {
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

  it('stops what is under way when the time is up', async () => {
    await using team = await openTeam({ boss: [stalled({ reasoning: 'This will take a very long time.' })] });
    const call = ai.generateText({ model: team.mail()('team'), prompt: 'go', abortSignal: AbortSignal.timeout(150) });
    await expect(call).rejects.toMatchObject({ name: 'TimeoutError' });
    await expect.poll(() => team.tasks()).toMatchObject([{ status: 'cancelled' }]);
  });

  it('stops nothing that is done', async () => {
    await using team = await openTeam({ boss: [finish('x')] });
    const controller = new AbortController();
    await ai.generateText({ model: team.mail()('team'), prompt: 'go', abortSignal: controller.signal });
    controller.abort();
    expect(await team.tasks()).toMatchObject([{ status: 'complete' }]);
  });
});
