import type { SwarmInstance } from '../instance/swarm-instance.ts';
import { expectText } from './drama.ts';
import { complete, respond } from './play.ts';
import { castOnStage, type Part, type StageCall, untilAborted } from './stage-cast.ts';
import type { Scene } from './stage.ts';

const TASK = 'finale';

const ask = (target: string, subject: string): StageCall => ({
  tool: 'send_request',
  input: { target, subject, body: 'b' },
});

/** Completes while others act, think and have mail, and writes to one of them in its last breath. */
function supervise({ read }: Part): StageCall[] {
  if (read.has('go')) return [ask('alpha', 'act'), ask('beta', 'think'), ask('gamma', 'answer')];
  if (read.has('again')) return [ask('alpha', 'act'), ask('beta', 'think')];
  if (read.has('Re: gamma')) return [ask('beta', 'too late'), ...(complete('done early') as StageCall[])];
  return read.has('last') ? (complete('done at last') as StageCall[]) : [];
}

/** Runs of which one is completed and one cancelled in the middle of the work of others, and one that follows. */
export const finale: Scene = {
  swarm(process) {
    const work = ({ signal }: { signal: AbortSignal }) => untilAborted(signal);
    const deeds = [
      { name: 'act', idempotent: false, work },
      { name: 'act_again', idempotent: true, work },
    ];
    const use = ['act_again', 'act'].map((tool) => ({ tool, input: {} }));
    return castOnStage(process, {
      supervisor: { speak: supervise },
      alpha: { speak: ({ read }) => (read.has('act') ? use.toReversed() : []), deeds },
      beta: { speak: ({ read, signal }) => (read.has('think') ? untilAborted(signal) : []) },
      gamma: { speak: ({ read }) => (read.has('answer') ? [respond('supervisor', 'Re: gamma') as StageCall] : []) },
    });
  },

  async drive(instance) {
    const post = (subject: string) => instance.submit({ subject, body: 'b', taskId: TASK, idempotencyKey: subject });
    expectText(await instance.answer(await post('go')), 'done early');
    const again = await post('again');
    await untilActing(instance, again.after);
    await instance.cancel(TASK);
    expectText(await instance.answer(again), 'The run was cancelled.');
    expectText(await instance.answer(await post('last')), 'done at last');
  },
};

/** Resolves when an action of the open run has started, or the run is over. */
async function untilActing(instance: SwarmInstance, after: number): Promise<void> {
  for await (const entry of instance.follow(TASK, { after })) if (entry.type === 'call-started') return;
}
