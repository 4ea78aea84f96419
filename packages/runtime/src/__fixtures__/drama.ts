import type { ActionContext } from '../definitions/action.ts';
import type { SwarmInstance } from '../instance/swarm-instance.ts';
import type { PostResult, Submitted } from '../follow/await-outcome.ts';
import { complete, request, respond } from './play.ts';
import { castOnStage, type Part, type StageCall, untilAborted } from './stage-cast.ts';
import { OWNER, type Scene, type StageProcess } from './stage.ts';
import type { Swarm } from '../swarm.ts';

const send = (tool: string, target: string, subject: string): StageCall => ({
  tool,
  input: { target, subject, body: 'b' },
});
const use = (tool: string): StageCall => ({ tool, input: {} });

function supervise({ read, ever }: Part): StageCall[] {
  const calls: StageCall[] = [];
  if (read.has('go')) {
    const everyone = { subject: 'hello', body: 'b', targets: ['alpha', 'beta', 'gamma'] };
    calls.push(send('send_request', 'alpha', 'job'), send('send_request', 'beta', 'job'));
    calls.push(send('send_request', 'gamma', 'work'), { tool: 'send_broadcast', input: everyone });
  }
  if (read.has('Re: alpha')) calls.push(send('send_interrupt', 'gamma', 'stop-1'));
  if (read.has('Re: beta')) calls.push(send('send_interrupt', 'gamma', 'stop-2'));
  if (read.has('third')) return complete('third answered') as StageCall[];
  const news = ['Re: alpha', 'Re: beta', 'Re: gamma', 'second'];
  if (news.every((subject) => ever.has(subject))) calls.push(...(complete('all done') as StageCall[]));
  return calls;
}

/** Runs actions of every kind, one of which fails, and reports. */
function playAlpha({ read }: Part): StageCall[] {
  const acknowledge = read.has('hello') ? [{ tool: 'acknowledge_broadcast', input: { note: null } }] : [];
  if (read.has('job')) return [...acknowledge, use('fetch'), use('charge'), use('explode')];
  return read.has('::action_error::') ? [...acknowledge, respond('supervisor', 'Re: alpha') as StageCall] : acknowledge;
}

/** Acts, and needs people: an answer to a question, and a yes to a payment. Writes to somebody while it waits. */
function playBeta({ read }: Part): StageCall[] {
  if (read.has('job')) {
    const asks = ['ask_human', 'pay'].map((tool) => ({ ...use(tool), callId: tool }));
    return [request('supervisor', 'patience') as StageCall, use('check'), ...asks];
  }
  const paid = read.has('::action_complete::') || read.has('::action_error::');
  return paid ? [respond('supervisor', 'Re: beta') as StageCall] : [];
}

/** Is interrupted once while it thinks and once while it acts. */
async function playGamma({ read, signal }: Part): Promise<StageCall[]> {
  if (read.has('stop-2')) return [respond('supervisor', 'Re: gamma') as StageCall];
  if (read.has('stop-1')) return [use('slow'), use('skipped')];
  return read.has('work') ? untilAborted(signal) : [];
}

/** Resolves when an interrupt waits for gamma. */
async function interrupted({ store, fuse }: StageProcess, { signal, task: { id } }: ActionContext): Promise<void> {
  const task = await store.find(OWNER, id);
  while (!fuse.dead && !signal.aborted) {
    const { mail } = await store.load(task!.key);
    if (mail.some((each) => each.mailbox === 'gamma' && each.message.msgType === 'interrupt')) return;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

function castDrama(process: StageProcess): Swarm {
  const work = (context: ActionContext) => interrupted(process, context);
  const alpha = [
    { name: 'fetch', idempotent: true },
    { name: 'charge', idempotent: false },
    { name: 'explode', idempotent: false, work: () => Promise.reject(new Error('boom')) },
  ];
  const beta = ['check', 'pay', 'ask_human'].map((name) => ({ name, idempotent: false }));
  const gamma = [
    { name: 'slow', idempotent: true, work },
    { name: 'skipped', idempotent: false },
  ];
  const cast = {
    supervisor: { speak: supervise },
    alpha: { speak: playAlpha, deeds: alpha },
    beta: { speak: playBeta, deeds: beta },
    gamma: { speak: playGamma, deeds: gamma },
  };
  return castOnStage(process, cast, { breakpointTools: ['ask_human'], approvalTools: ['pay'] });
}

async function drive(instance: SwarmInstance, taskId: string): Promise<void> {
  const post = (subject: string) => instance.submit({ subject, body: 'b', taskId, idempotencyKey: subject });
  const first = await post('go');
  await post('second');
  expectText(await converse(instance, first), 'all done');
  expectText(await converse(instance, await post('third')), 'third answered');
}

/** A task with everything in it: fan-out, actions of both kinds, questions, approvals, interrupts, two runs. */
export const drama: Scene = { swarm: castDrama, drive: (instance) => drive(instance, 'drama') };

/** The same in several tasks at once. */
export const dramas: Scene = {
  swarm: castDrama,
  drive: async (instance) => void (await Promise.all(['one', 'two', 'three'].map((taskId) => drive(instance, taskId)))),
};

/** Answers whatever is asked until the run has ended: one question at a time, so that pauses overlap. */
async function converse(instance: SwarmInstance, submitted: Submitted): Promise<PostResult> {
  for (;;) {
    const result = await instance.answer(submitted);
    if (result.status !== 'paused') return result;
    const { callId } = result.calls![0]!;
    const content = callId === 'pay' ? { approved: true } : 'forty-two';
    // A crash may come after an answer has arrived and before anybody was told; then it is given once more.
    await instance.resume(submitted.taskId, [{ callId, content }]);
  }
}

export function expectText({ status, response }: PostResult, text: string): void {
  if (response !== text) throw new Error(`the run came to ${status}: ${response}`);
}
