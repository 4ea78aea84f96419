import { PosthouseError } from '@posthouse/protocol';
import { describe, expect, test } from 'vitest';
import { action } from '../definitions/action.ts';
import { PeerWorld } from '../__fixtures__/peer-world.ts';
import { complete, request, respond, wait } from '../__fixtures__/play.ts';
import { always, outcomeOf, town } from '../__fixtures__/town.ts';
import { until } from '../__fixtures__/two-nodes.ts';

const askHuman = action({
  name: 'ask_human',
  description: 'Asks somebody.',
  parameters: { type: 'object', properties: { q: { type: 'string' } } },
  execute: () => 'nobody',
});
const ask = (q: string) => ({ tool: 'ask_human', input: { q }, callId: `call-${q}` });

const alpha = () =>
  town(
    'alpha',
    { boss: always({ 'New Message': [request('chief@beta', 'q'), wait], 'Re: q': complete('got it') }) },
    { neighbours: ['chief@beta'] },
  );

/** Asks a person, and passes on what it is told. */
const asking = (name: string, caller: string) =>
  town(
    name,
    {
      chief: {
        lines: [[ask('ok?')], [respond(caller, 'Re: q', 'they said yes'), ...complete('done')], ...always({})],
        actions: [askHuman],
      },
    },
    { breakpointTools: ['ask_human'] },
  );

async function paused(world: PeerWorld): Promise<void> {
  await until(async () => (await world.server('alpha').instance.task('t'))?.status === 'paused');
}

describe('a question of another swarm to a person', () => {
  test('pauses the task of its caller, and the answer goes back', async () => {
    await using world = await PeerWorld.open([alpha(), asking('beta', 'boss@alpha')]);
    const { instance } = world.server('alpha');
    await instance.submit({ body: 'go', taskId: 't' });
    await paused(world);
    const pause = (await world.logAt('alpha', 't')).findLast((entry) => entry.type === 'paused');
    expect(pause!.calls).toEqual([{ callId: 'beta/call-ok?', tool: 'ask_human', input: { q: 'ok?' } }]);
    await instance.resume('t', [{ callId: 'beta/call-ok?', content: 'yes' }]);
    await world.settled();
    expect(outcomeOf(await world.logAt('alpha', 't'))).toMatchObject({ type: 'run-ended', text: 'got it' });
    expect(await world.logAt('beta', 't', 'alpha')).toContainEqual(
      expect.objectContaining({ type: 'call-ended', result: { status: 'success', content: 'yes' } }),
    );
    expect(world.errors).toEqual([]);
  });

  test('accepts the same answer again while the first is on its way, and no other', async () => {
    await using world = await PeerWorld.open([alpha(), asking('beta', 'boss@alpha')]);
    const { instance } = world.server('alpha');
    await instance.submit({ body: 'go', taskId: 't' });
    await paused(world);
    const say = (content: string) => instance.resume('t', [{ callId: 'beta/call-ok?', content }]);
    const check = async () => {
      await say('yes');
      await expect(say('no')).rejects.toMatchObject({ code: 'call_answered' });
    };
    const first = await say('yes');
    await check();
    expect(await instance.answer(first)).toMatchObject({ status: 'complete', response: 'got it' });
    await check();
    expect(await instance.answer(await say('yes'))).toMatchObject({ status: 'complete', response: 'got it' });
    expect(world.errors).toEqual([]);
  });

  test('passes every swarm in between, and so does the answer', async () => {
    const beta = town(
      'beta',
      {
        chief: always({
          q: [request('chief@gamma', 'q'), wait],
          'Re: q': [respond('boss@alpha', 'Re: q'), ...complete('beta done')],
        }),
      },
      { neighbours: ['chief@gamma'] },
    );
    await using world = await PeerWorld.open([alpha(), beta, asking('gamma', 'chief@beta')]);
    const { instance } = world.server('alpha');
    await instance.submit({ body: 'go', taskId: 't' });
    await paused(world);
    const pause = (await world.logAt('alpha', 't')).findLast((entry) => entry.type === 'paused');
    expect(pause!.calls.map(({ callId }) => callId)).toEqual(['beta/gamma/call-ok?']);
    await instance.resume('t', 'yes');
    await world.settled();
    expect(outcomeOf(await world.logAt('alpha', 't'))).toMatchObject({ type: 'run-ended', outcome: 'complete' });
    expect(await world.logAt('gamma', 't', 'beta')).toContainEqual(
      expect.objectContaining({
        type: 'call-ended',
        callId: 'call-ok?',
        result: { status: 'success', content: 'yes' },
      }),
    );
  });

  test('reaches its caller, although the instance that asks works for somebody else', async () => {
    // Gamma knows the task from beta. What alpha asks there later goes to the instance that knows it.
    const first = town(
      'alpha',
      {
        boss: always({
          'New Message': [request('chief@beta', 'q'), wait],
          'Re: q': [request('chief@gamma', 'and?'), wait],
          'Re: and?': complete('got both'),
        }),
      },
      { neighbours: ['chief@beta', 'chief@gamma'] },
    );
    const beta = town(
      'beta',
      {
        chief: always({
          q: [request('chief@gamma', 'sub'), wait],
          'Re: sub': [respond('boss@alpha', 'Re: q')],
        }),
      },
      { neighbours: ['chief@gamma'] },
    );
    const onSubject = always({ sub: [respond('chief@beta', 'Re: sub')], 'and?': [ask('ok?')] });
    const gamma = town(
      'gamma',
      {
        chief: {
          lines: onSubject.map((line) => (input: never) => {
            const { inputs } = input as { inputs: { message: { subject: string } }[] };
            const isAnswered = inputs.some(({ message }) => message.subject.startsWith('::action_complete'));
            return isAnswered ? { calls: [respond('boss@alpha', 'Re: and?')] } : (line as CallableFunction)(input);
          }) as never[],
          actions: [askHuman],
        },
      },
      { breakpointTools: ['ask_human'] },
    );
    await using world = await PeerWorld.open([first, beta, gamma]);
    const { instance } = world.server('alpha');
    await instance.submit({ body: 'go', taskId: 't' });
    await paused(world);
    await instance.resume('t', [{ callId: 'gamma/call-ok?', content: 'yes' }]);
    await world.settled();
    expect(outcomeOf(await world.logAt('alpha', 't'))).toMatchObject({ type: 'run-ended', text: 'got both' });
    expect(await world.logAt('gamma', 't', 'alpha')).toEqual([]);
    expect(await world.logAt('gamma', 't', 'beta')).toContainEqual(
      expect.objectContaining({
        type: 'call-ended',
        callId: 'call-ok?',
        result: { status: 'success', content: 'yes' },
      }),
    );
  });

  test('a question is answered although the answer is lost on its way, and then arrives twice', async () => {
    await using world = await PeerWorld.open([alpha(), asking('beta', 'boss@alpha')]);
    const fates = ['lost', 'unheard', 'twice'] as const;
    let tries = 0;
    world.fate = ({ kind }) => (kind === 'resume' ? (fates[tries++] ?? 'arrives') : 'arrives');
    const { instance } = world.server('alpha');
    await instance.submit({ body: 'go', taskId: 't' });
    await paused(world);
    await instance.resume('t', 'yes');
    await world.settled();
    expect(tries).toBe(3);
    const answered = (await world.logAt('beta', 't', 'alpha')).filter(
      (entry) => entry.type === 'call-ended' && entry.callId === 'call-ok?',
    );
    expect(answered).toHaveLength(1);
    expect(outcomeOf(await world.logAt('alpha', 't'))).toMatchObject({ type: 'run-ended', text: 'got it' });
  });

  test('survives a restart of both servers while it waits', async () => {
    const [first, second] = [alpha(), asking('beta', 'boss@alpha')];
    await using world = await PeerWorld.open([first, second]);
    await world.server('alpha').instance.submit({ body: 'go', taskId: 't' });
    await paused(world);
    for (const { definition } of [first, second]) {
      const { engine, store } = world.server(definition.name);
      await engine.stop({ drainMs: 0 });
      await world.start(definition, store);
    }
    const { instance } = world.server('alpha');
    await instance.resume('t', 'yes');
    await world.settled();
    expect(outcomeOf(await world.logAt('alpha', 't'))).toMatchObject({ type: 'run-ended', text: 'got it' });
    expect(await world.logAt('beta', 't', 'alpha')).toContainEqual(
      expect.objectContaining({ type: 'call-ended', result: { status: 'success', content: 'yes' } }),
    );
  });

  test('a question is dismissed if its run is over here, so that nobody waits for ever', async () => {
    // As if the cancel had overtaken the letter that it was to undo.
    await using world = await PeerWorld.open([alpha(), asking('beta', 'boss@alpha')]);
    const { instance } = world.server('alpha');
    const held = Promise.withResolvers<void>();
    world.fate = async ({ kind, letter }) => {
      if (kind === 'deliver' && letter?.envelope.payload.subject === '::breakpoint_tool_call::') await held.promise;
      if (kind === 'cancel') throw new PosthouseError({ code: 'peer_refused', message: 'there is nothing to stop' });
      return 'arrives' as const;
    };
    await instance.submit({ body: 'go', taskId: 't' });
    await until(async () => (await world.tasks()).some(({ task }) => task.status === 'paused'));
    await instance.cancel('t');
    held.resolve();
    await until(async () => (await world.logAt('beta', 't', 'alpha')).some((entry) => entry.type === 'run-ended'));
    expect(outcomeOf(await world.logAt('beta', 't', 'alpha'))).toMatchObject({ outcome: 'cancelled' });
    expect(await world.logAt('alpha', 't')).toContainEqual(
      expect.objectContaining({ type: 'notice', code: 'peer_dismissed' }),
    );
  });

  test('a question answered before a fork does not block letters of the fork', async () => {
    const tell = [respond('boss@alpha', 'Re: q'), ...complete('done')];
    const lines = [[ask('ok?')], tell, tell, tell, tell];
    const beta = town('beta', { chief: { lines, actions: [askHuman] } }, { breakpointTools: ['ask_human'] });
    await using world = await PeerWorld.open([alpha(), beta]);
    const { instance } = world.server('alpha');
    await instance.submit({ body: 'go', taskId: 't' });
    await paused(world);
    await instance.resume('t', 'yes');
    await world.settled();
    await instance.postMessage({ body: 'go', taskId: 't' });
    await instance.fork('t', { beforeRun: 2, newTaskId: 'f' });
    for (const run of [1, 2]) {
      await instance.submit({ body: 'go', taskId: 'f' });
      await world.settled();
      expect(await instance.task('f')).toMatchObject({ run, status: 'complete' });
    }
  });
});
