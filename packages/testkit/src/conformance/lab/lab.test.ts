import { describe, expect, it } from 'vitest';
import { TOKENS } from '../__fixtures__/sample-state.ts';
import { startSampleServer } from '../__fixtures__/sample-server.ts';
import { NotApplicable, Unmet } from '../findings/verdict.ts';
import { objectOf } from '../http/exchange.ts';
import { Lab, type LabOptions } from './lab.ts';

async function setUp(options: Partial<LabOptions> = {}, server: Parameters<typeof startSampleServer>[0] = {}) {
  const asked: string[] = [];
  const running = await startSampleServer({
    ...server,
    flaw: {
      answers: (answer, request) => {
        asked.push(`${request.method} ${request.path}${request.query.size > 0 ? `?${request.query}` : ''}`);
        return server.flaw?.answers?.(answer, request) ?? answer;
      },
    },
  });
  const lab = new Lab({ url: running.url, tokens: TOKENS, ...options });
  return {
    lab,
    asked,
    [Symbol.asyncDispose]: async () => {
      lab[Symbol.dispose]();
      await running[Symbol.asyncDispose]();
    },
  };
}

describe('a lab', () => {
  it('requests once what it needs often', async () => {
    await using stage = await setUp();
    const { lab, asked } = stage;
    await Promise.all([lab.root(), lab.root(), lab.swarmName(), lab.whoami(), lab.whoami(), lab.completed()]);
    const again = await lab.completed();
    expect(await lab.completed()).toBe(again);
    expect(asked.toSorted()).toEqual(['GET /', 'GET /whoami', 'POST /message']);
  });

  it('knows the given swarm, and the one that the server names', async () => {
    await using told = await setUp({ swarm: 'annex' });
    expect(await told.lab.swarmName()).toBe('annex');
    expect(await told.lab.hasScenarios()).toBe(false);
    expect(told.lab.inSwarm('/tasks')).toBe('/tasks?swarm=annex');
    await told.lab.task('t-1');
    expect(told.asked).toEqual(['GET /task?swarm=annex']);

    await using named = await setUp();
    expect(await named.lab.hasScenarios()).toBe(true);
    expect(named.lab.inSwarm('/tasks')).toBe('/tasks');
  });

  it('knows which callers it has tokens for', async () => {
    await using stage = await setUp({ tokens: { user: TOKENS.user, agent: TOKENS.agent } });
    expect(['user', 'admin', 'agent', 'nobody'].map((who) => stage.lab.has(who as 'user'))).toEqual([
      true,
      false,
      true,
      true,
    ]);
    expect(await stage.lab.whoami()).toEqual({ id: 'u-1', role: 'user' });
  });

  it('reads streams of the task it chose', async () => {
    await using stage = await setUp();
    const { frames, problems, taskId } = await stage.lab.stream({ body: 'scenario:simple' });
    expect(problems).toEqual([]);
    expect(frames.at(-1)).toMatchObject({ event: 'task_complete', data: { task_id: taskId, response: 'done-simple' } });
    expect(objectOf(await stage.lab.task(taskId))).toMatchObject({ task_id: taskId });
  });

  it('sends an unknown swarm something plain', async () => {
    await using stage = await setUp({}, { swarm: 'desk' });
    expect(await stage.lab.plainBody()).toBe('Please say hello and complete the task.');
    expect((await stage.lab.everyMessage()).map(({ message }) => message.msg_type)).toEqual([
      'request',
      'broadcast_complete',
    ]);
  });

  const broken = {
    answers: (answer: { status: number; frames?: { event: string; data: Record<string, unknown> }[] }) =>
      answer.frames === undefined
        ? answer
        : { ...answer, frames: [{ event: 'task_error', data: { response: 'no model' } }] },
  };

  it('blames the swarm for failing tasks, unless it is the conformance swarm', async () => {
    await using strange = await setUp({}, { swarm: 'desk', flaw: broken });
    await expect(strange.lab.completed()).rejects.toThrow(NotApplicable);
    await expect(strange.lab.completed()).rejects.toThrow('the swarm did not complete one: no model');
    await using own = await setUp({}, { flaw: broken });
    await expect(own.lab.completed()).rejects.toThrow(Unmet);
  });
});
