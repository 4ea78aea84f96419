import type { PosthouseError } from '@posthouse/protocol';
import { expect, test } from 'vitest';
import { Fuse } from '../__fixtures__/fuse.ts';
import { complete, respond } from '../__fixtures__/play.ts';
import { type Cast, type Part, type Speak, type StageCall, untilAborted } from '../__fixtures__/stage-cast.ts';
import { OWNER, Stage } from '../__fixtures__/stage.ts';
import { onTwoNodes, until } from '../__fixtures__/two-nodes.ts';
import { agent } from '../definitions/agent.ts';
import { scripted } from '../scripted/index.ts';
import { swarm } from '../swarm.ts';
import type { Submitted } from '../follow/await-outcome.ts';
import { SwarmInstance } from './swarm-instance.ts';

const TASK = 'shared';
const ask = (target: string, subject: string): StageCall => ({
  tool: 'send_request',
  input: { target, subject, body: 'b' },
});
const use = (tool: string): StageCall => ({ tool, input: {}, callId: tool });
const answer = (text: string) => complete(text) as StageCall[];

/** A supervisor that does as it is told, with a worker whose action lasts until the test opens the gate. */
function gated(supervise: (part: Part) => StageCall[] = standard) {
  const gate = Promise.withResolvers<void>();
  const signals: AbortSignal[] = [];
  const work = async ({ signal }: { signal: AbortSignal }) => {
    signals.push(signal);
    await gate.promise;
  };
  const cast: Cast = {
    supervisor: { speak: supervise, deeds: [{ name: 'ask_human', idempotent: false }] },
    worker: {
      speak: ({ read }) => (read.has('act') ? [use('act')] : [respond('supervisor', 'Re: act') as StageCall]),
      deeds: [{ name: 'act', idempotent: false, work }],
    },
    thinker: { speak: ({ signal }) => untilAborted(signal) },
  };
  return { cast, gate, signals };
}

function standard({ read, ever }: Part): StageCall[] {
  if (read.has('go')) return [ask('worker', 'act')];
  if (read.has('ask')) return [use('ask_human')];
  if (read.has('both')) return [ask('worker', 'act'), ask('thinker', 'think')];
  if (read.has('::action_complete_broadcast::') && !ever.has('go')) return answer('answered');
  if (read.has('Re: act')) return answer(ever.has('more') ? 'acted, and more' : 'acted');
  return read.has('late') || read.has('::stalled::') ? answer('late') : [];
}

const post = (subject: string, key?: string) => ({
  subject,
  body: 'b',
  taskId: TASK,
  ...(key === undefined ? {} : { idempotencyKey: key }),
});

test('a message to one process reaches the run that another process works on', async () => {
  const { cast, gate } = gated();
  const problems = await onTwoNodes(cast, async ({ first, second, stage }) => {
    const started = await first.instance.submit(post('go'));
    await until(() => stage.effects.length > 0);
    const joined = await second.instance.submit(post('more'));
    expect(joined.run).toBe(1);
    gate.resolve();
    expect(await second.instance.answer(joined)).toMatchObject({ response: 'acted, and more', run: 1 });
    expect(await first.instance.answer(started)).toMatchObject({ response: 'acted, and more', run: 1 });
  });
  expect(problems).toEqual([]);
});

test('a cancel through another process aborts the action and is final', async () => {
  const { cast, gate, signals } = gated();
  const problems = await onTwoNodes(cast, async ({ first, second, stage }) => {
    const started = await first.instance.submit(post('both'));
    await until(() => stage.effects.length > 0);
    await Promise.all([second.instance.cancel(TASK), first.instance.cancel(TASK), second.instance.cancel(TASK)]);
    expect(await first.instance.answer(started)).toMatchObject({ status: 'cancelled' });
    await until(() => signals.every((signal) => signal.aborted));
    const { head } = (await stage.store.find(OWNER, TASK))!;
    gate.resolve();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect((await stage.store.find(OWNER, TASK))?.head).toBe(head);
    expect(await second.instance.postMessage(post('late'))).toMatchObject({ response: 'late', run: 2 });
  });
  expect(problems).toEqual([]);
});

test.each(['cancels', 'deletes'] as const)(
  'a caller who waits is told when another process %s the task in one write',
  async (change) => {
    const { cast, gate } = gated();
    await onTwoNodes(cast, async ({ first, second, stage }) => {
      const answered = first.instance.postMessage(post('both')).then(
        ({ status }) => status,
        (error: PosthouseError) => error.code,
      );
      await until(() => stage.effects.length > 0);
      if (change === 'cancels') await second.instance.cancel(TASK);
      else await stage.store.deletions.bury({ owner: OWNER, taskId: TASK });
      expect(await answered).toBe(change === 'cancels' ? 'cancelled' : 'task_deleted');
      gate.resolve();
    });
  },
);

test('an answer through another process resumes the run', async () => {
  const { cast } = gated();
  const problems = await onTwoNodes(
    cast,
    async ({ first, second }) => {
      expect(await first.instance.postMessage(post('ask'))).toMatchObject({ status: 'paused' });
      expect(await second.instance.answer(await second.instance.resume(TASK, 'yes'))).toMatchObject({
        response: 'answered',
      });
    },
    { breakpointTools: ['ask_human'] },
  );
  expect(problems).toEqual([]);
});

test('one of two answers through two processes is accepted, and the other is refused', async () => {
  const { cast, gate } = gated();
  const problems = await onTwoNodes(
    cast,
    async ({ first, second, stage }) => {
      // The first process stays busy with an action, so that it keeps what it knows in memory.
      const started = await first.instance.submit(post('go'));
      await until(() => stage.effects.length > 0);
      expect(await first.instance.postMessage(post('ask'))).toMatchObject({ status: 'paused' });
      const answers = [second, first, second].map(({ instance }, index) => instance.resume(TASK, `yes ${index}`));
      const results = await Promise.allSettled(answers);
      expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
      gate.resolve();
      expect(await second.instance.answer(started)).toMatchObject({ response: 'acted' });
    },
    { breakpointTools: ['ask_human'] },
  );
  expect(problems).toEqual([]);
});

/** Does something once, right before a write that has this in its outline. */
function once(outline: string, work: () => Promise<unknown>): (write: string) => Promise<void> {
  let done = false;
  return async (write) => {
    if (done || !write.includes(outline)) return;
    done = true;
    await work();
  };
}

test('the answer counts that came a moment earlier through another process', async () => {
  const { cast, gate } = gated();
  const problems = await onTwoNodes(
    cast,
    async ({ first, second, stage }) => {
      const started = await first.instance.submit(post('go'));
      await until(() => stage.effects.length > 0);
      expect(await first.instance.postMessage(post('ask'))).toMatchObject({ status: 'paused' });
      first.fuse.meanwhile = once('resumed', () => second.instance.resume(TASK, 'theirs'));
      await expect(first.instance.resume(TASK, 'ours')).rejects.toMatchObject({ code: 'call_answered' });
      gate.resolve();
      expect(await first.instance.answer(started)).toMatchObject({ response: 'acted' });
    },
    { breakpointTools: ['ask_human'] },
  );
  expect(problems).toEqual([]);
});

test('a message that comes a moment before the end of a run starts the next one and is named in it', async () => {
  const { cast, gate } = gated();
  gate.resolve();
  const problems = await onTwoNodes(cast, async ({ first, second }) => {
    let late: Submitted | undefined;
    first.fuse.meanwhile = once('run-ended', async () => (late = await second.instance.submit(post('late'))));
    expect(await first.instance.postMessage(post('go'))).toMatchObject({ response: 'acted', run: 1 });
    expect(late).toMatchObject({ run: 1 });
    expect(await second.instance.answer(late!)).toMatchObject({ response: 'late', run: 2 });
  });
  expect(problems).toEqual([]);
});

test('a pause that names a call answered a moment before is corrected', async () => {
  const two = ['left', 'right'];
  const cast: Cast = {
    supervisor: {
      speak: ({ read, ever }) => {
        if (read.has('go')) return two.map((name) => ask(name, 'ask'));
        return two.every((name) => ever.has(`Re: ${name}`)) ? answer('both answered') : [];
      },
    },
    left: { speak: asking('left') },
    right: { speak: asking('right'), deeds: [{ name: 'ask_human', idempotent: false }] },
  };
  cast.left!.deeds = cast.right!.deeds!;
  const problems = await onTwoNodes(
    cast,
    async ({ first, second, stage }) => {
      first.fuse.meanwhile = once("right's paused", async () => {
        await until(async () => (await stage.store.find(OWNER, TASK))?.status === 'paused');
        await second.instance.resume(TASK, [{ callId: 'left', content: 'yes' }]);
      });
      const submitted = await first.instance.submit(post('go'));
      const isRight = async () => {
        const result = await first.instance.answer(submitted);
        return result.calls?.map((call) => call.callId).join() === 'right';
      };
      await until(isRight);
      await first.instance.resume(TASK, [{ callId: 'right', content: 'yes' }]);
      expect(await second.instance.answer(submitted)).toMatchObject({ response: 'both answered' });
    },
    { breakpointTools: ['ask_human'] },
  );
  expect(problems).toEqual([]);
});

function asking(name: string): Speak {
  return ({ read }) =>
    read.has('ask') ? [{ ...use('ask_human'), callId: name }] : [respond('supervisor', `Re: ${name}`) as StageCall];
}

test('an answer through another process does not disturb an action that is running', async () => {
  const { cast, gate, signals } = gated();
  const problems = await onTwoNodes(
    cast,
    async ({ first, second, stage }) => {
      const started = await first.instance.submit(post('go'));
      await until(() => stage.effects.length > 0);
      expect(await first.instance.postMessage(post('ask'))).toMatchObject({ status: 'paused' });
      await second.instance.resume(TASK, 'yes');
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect(signals.map((signal) => signal.aborted)).toEqual([false]);
      gate.resolve();
      expect(await first.instance.answer(started)).toMatchObject({ response: 'acted' });
    },
    { breakpointTools: ['ask_human'] },
  );
  expect(problems).toEqual([]);
});

test('first messages through two processes at once create one task', async () => {
  const { cast, gate } = gated();
  gate.resolve();
  const problems = await onTwoNodes(cast, async ({ first, second, stage }) => {
    const [one, two] = await Promise.all([first.instance.submit(post('go')), second.instance.submit(post('more'))]);
    const outcomes = await Promise.all([first.instance.answer(one!), second.instance.answer(two!)]);
    expect(outcomes.map((outcome) => outcome.status)).toEqual(['complete', 'complete']);
    expect(await stage.store.list(OWNER, undefined, 10)).toHaveLength(1);
  });
  expect(problems).toEqual([]);
});

test('the same message through two processes is one message', async () => {
  const { cast, gate, signals } = gated();
  const problems = await onTwoNodes(cast, async ({ first, second, stage }) => {
    const started = await first.instance.submit(post('go', 'k'));
    await until(() => stage.effects.length > 0);
    const again = await Promise.all([first.instance.submit(post('go', 'k')), second.instance.submit(post('go', 'k'))]);
    expect(again).toEqual([started, started]);
    // Nobody was disturbed by the repetition.
    expect(signals.map((signal) => signal.aborted)).toEqual([false]);
    gate.resolve();
    expect(await second.instance.answer(started)).toMatchObject({ response: 'acted' });
  });
  expect(problems).toEqual([]);
});

test('a running process takes over the tasks of one that dies', async () => {
  const { cast, gate } = gated();
  const problems = await onTwoNodes(cast, async ({ first, second, stage }) => {
    const started = await first.instance.submit(post('go'));
    await until(() => stage.effects.length > 0);
    first.fuse.blow();
    await stage.passTime();
    gate.resolve();
    expect(await second.instance.answer(started)).toMatchObject({ response: 'acted' });
    const { entries } = await stage.store.read((await stage.store.find(OWNER, TASK))!.key, 0, 1_000);
    const ended = entries.find((entry) => entry.type === 'call-ended' && entry.tool === 'act');
    expect(ended).toMatchObject({ result: { status: 'unknown', code: 'outcome_unknown' } });
  });
  expect(problems).toEqual([]);
});

test('a process that comes back after another took over writes nothing', async () => {
  const { cast, gate, signals } = gated();
  const problems = await onTwoNodes(cast, async ({ first, second, stage }) => {
    const started = await first.instance.submit(post('go'));
    await until(() => stage.effects.length > 0);
    first.fuse.freeze();
    await stage.passTime();
    expect(await second.instance.answer(started)).toMatchObject({ response: 'acted' });
    const { head } = (await stage.store.find(OWNER, TASK))!;
    gate.resolve();
    first.fuse.thaw();
    await until(() => signals.every((signal) => signal.aborted));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect((await stage.store.find(OWNER, TASK))?.head).toBe(head);
    expect(await first.instance.postMessage(post('late'))).toMatchObject({ response: 'late', run: 2 });
  });
  expect(problems).toEqual([]);
});

test('text of a process that lost its tasks reaches nobody', async () => {
  await using stage = await Stage.open();
  const open = async (name: string, words: string) => {
    const fuse = new Fuse();
    const turn = { text: words.repeat(40), toolCalls: [{ name: 'task_complete', input: { finish_message: words } }] };
    const model = scripted(() => ({ ...turn, chunkSize: 4, delayMs: 4 }));
    const boss = { commTargets: [], enableEntrypoint: true, canCompleteTasks: true };
    const agents = [agent({ name: 'supervisor', model, ...boss })];
    const { definition } = swarm({ name: OWNER.swarm, version: '1.0.0', entrypoint: 'supervisor', agents });
    const engine = await stage.start({ definition }, fuse, name);
    return { fuse, engine, instance: new SwarmInstance(definition, OWNER, engine) };
  };
  const zombie = await open('zombie', 'dead words ');
  const started = await zombie.instance.submit(post('go'));
  const { key } = (await stage.store.find(OWNER, TASK))!;
  await until(async () => (await stage.store.load(key)).live.length > 0);
  zombie.fuse.freeze();
  await stage.passTime();
  const heir = await open('heir', 'living words ');
  await until(async () => (await stage.store.load(key)).live.some(({ text }) => text.startsWith('living')));
  // The zombie has written on all the time, and now its words arrive.
  zombie.fuse.thaw();
  await new Promise((resolve) => setTimeout(resolve, 150));
  const { live } = await stage.store.load(key);
  expect(live.filter(({ text }) => text.startsWith('dead'))).toEqual([]);
  expect(await heir.instance.answer(started)).toMatchObject({ response: 'living words ' });
  for (const { engine } of [zombie, heir]) await engine.stop({ drainMs: 0 });
  expect(await stage.problems()).toEqual([]);
});
