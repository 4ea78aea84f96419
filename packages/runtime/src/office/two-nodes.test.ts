import { expect, test } from 'vitest';
import { complete, respond } from '../__fixtures__/play.ts';
import { type Cast, type Part, type StageCall, untilAborted } from '../__fixtures__/stage-cast.ts';
import { OWNER } from '../__fixtures__/stage.ts';
import { onTwoNodes, until } from '../__fixtures__/two-nodes.ts';

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

test('a message through one process reaches the run that another is working on', async () => {
  const { cast, gate } = gated();
  const problems = await onTwoNodes(cast, async ({ first, second, stage }) => {
    const started = await first.office.submit(post('go'));
    await until(() => stage.effects.length > 0);
    const joined = await second.office.submit(post('more'));
    expect(joined.run).toBe(1);
    gate.resolve();
    expect(await second.office.answer(joined)).toMatchObject({ response: 'acted, and more', run: 1 });
    expect(await first.office.answer(started)).toMatchObject({ response: 'acted, and more', run: 1 });
  });
  expect(problems).toEqual([]);
});

test('a cancel through another process aborts the action and is final', async () => {
  const { cast, gate, signals } = gated();
  const problems = await onTwoNodes(cast, async ({ first, second, stage }) => {
    const started = await first.office.submit(post('both'));
    await until(() => stage.effects.length > 0);
    await Promise.all([second.office.cancel(TASK), first.office.cancel(TASK), second.office.cancel(TASK)]);
    expect(await first.office.answer(started)).toMatchObject({ status: 'cancelled' });
    await until(() => signals.every((signal) => signal.aborted));
    const { head } = (await stage.store.find(OWNER, TASK))!;
    gate.resolve();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect((await stage.store.find(OWNER, TASK))?.head).toBe(head);
    expect(await second.office.postMessage(post('late'))).toMatchObject({ response: 'late', run: 2 });
  });
  expect(problems).toEqual([]);
});

test('an answer through another process resumes the run', async () => {
  const { cast } = gated();
  const problems = await onTwoNodes(
    cast,
    async ({ first, second }) => {
      expect(await first.office.postMessage(post('ask'))).toMatchObject({ status: 'paused' });
      expect(await second.office.answer(await second.office.resume(TASK, 'yes'))).toMatchObject({
        response: 'answered',
      });
    },
    { breakpointTools: ['ask_human'] },
  );
  expect(problems).toEqual([]);
});

test('of two answers through two processes one is taken and the other is told', async () => {
  const { cast, gate } = gated();
  const problems = await onTwoNodes(
    cast,
    async ({ first, second, stage }) => {
      // The first process stays busy with an action, so that it keeps what it knows in memory.
      const started = await first.office.submit(post('go'));
      await until(() => stage.effects.length > 0);
      expect(await first.office.postMessage(post('ask'))).toMatchObject({ status: 'paused' });
      const answers = [second, first, second].map(({ office }) => office.resume(TASK, 'yes'));
      const results = await Promise.allSettled(answers);
      expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
      gate.resolve();
      expect(await second.office.answer(started)).toMatchObject({ response: 'acted' });
    },
    { breakpointTools: ['ask_human'] },
  );
  expect(problems).toEqual([]);
});

test('an answer through another process does not disturb an action that is running', async () => {
  const { cast, gate, signals } = gated();
  const problems = await onTwoNodes(
    cast,
    async ({ first, second, stage }) => {
      const started = await first.office.submit(post('go'));
      await until(() => stage.effects.length > 0);
      expect(await first.office.postMessage(post('ask'))).toMatchObject({ status: 'paused' });
      await second.office.resume(TASK, 'yes');
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect(signals.map((signal) => signal.aborted)).toEqual([false]);
      gate.resolve();
      expect(await first.office.answer(started)).toMatchObject({ response: 'acted' });
    },
    { breakpointTools: ['ask_human'] },
  );
  expect(problems).toEqual([]);
});

test('first messages through two processes at once make one task', async () => {
  const { cast, gate } = gated();
  gate.resolve();
  const problems = await onTwoNodes(cast, async ({ first, second, stage }) => {
    const [one, two] = await Promise.all([first.office.submit(post('go')), second.office.submit(post('more'))]);
    const outcomes = await Promise.all([first.office.answer(one!), second.office.answer(two!)]);
    expect(outcomes.map((outcome) => outcome.status)).toEqual(['complete', 'complete']);
    expect(await stage.store.list(OWNER, undefined, 10)).toHaveLength(1);
  });
  expect(problems).toEqual([]);
});

test('the same message through two processes is one message', async () => {
  const { cast, gate, signals } = gated();
  const problems = await onTwoNodes(cast, async ({ first, second, stage }) => {
    const started = await first.office.submit(post('go', 'k'));
    await until(() => stage.effects.length > 0);
    const again = await Promise.all([first.office.submit(post('go', 'k')), second.office.submit(post('go', 'k'))]);
    expect(again).toEqual([started, started]);
    // Nobody was disturbed by the repetition.
    expect(signals.map((signal) => signal.aborted)).toEqual([false]);
    gate.resolve();
    expect(await second.office.answer(started)).toMatchObject({ response: 'acted' });
  });
  expect(problems).toEqual([]);
});

test('when a process dies, another one that is running takes its tasks over', async () => {
  const { cast, gate } = gated();
  const problems = await onTwoNodes(cast, async ({ first, second, stage }) => {
    const started = await first.office.submit(post('go'));
    await until(() => stage.effects.length > 0);
    first.fuse.blow();
    await stage.passTime();
    gate.resolve();
    expect(await second.office.answer(started)).toMatchObject({ response: 'acted' });
    const { entries } = await stage.store.read((await stage.store.find(OWNER, TASK))!.key, 0, 1_000);
    const ended = entries.find((entry) => entry.type === 'call-ended' && entry.tool === 'act');
    expect(ended).toMatchObject({ result: { status: 'unknown', code: 'outcome_unknown' } });
  });
  expect(problems).toEqual([]);
});

test('a process that comes back after it was given up writes nothing', async () => {
  const { cast, gate, signals } = gated();
  const problems = await onTwoNodes(cast, async ({ first, second, stage }) => {
    const started = await first.office.submit(post('go'));
    await until(() => stage.effects.length > 0);
    first.fuse.freeze();
    await stage.passTime();
    expect(await second.office.answer(started)).toMatchObject({ response: 'acted' });
    const { head } = (await stage.store.find(OWNER, TASK))!;
    gate.resolve();
    first.fuse.thaw();
    await until(() => signals.every((signal) => signal.aborted));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect((await stage.store.find(OWNER, TASK))?.head).toBe(head);
    expect(await first.office.postMessage(post('late'))).toMatchObject({ response: 'late', run: 2 });
  });
  expect(problems).toEqual([]);
});
