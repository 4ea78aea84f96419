import {
  addUsage,
  type AnswerStep,
  OneAnswer,
  type RunEvent,
  startTelling,
  type Telling,
  tellRun,
  type Usage,
} from '@posthouse/protocol';
import type { Task } from '@posthouse/store';
import type { Slice } from './follow-run.ts';

/** What callers are told who get the answer as one text: the run, and the answer before what follows from it. */
export type DoorTelling = Telling | AnswerStep;

export type RunTeller = {
  take(event: RunEvent): DoorTelling[];
  /** What all agents have used so far. */
  readonly usage: Usage;
};

/** Tells one slice of a log. `held` answers come whole. */
export function runTeller(
  task: Pick<Task, 'taskId' | 'owner'>,
  slice: Pick<Slice, 'run' | 'posted'>,
  { held = false }: { held?: boolean } = {},
): RunTeller {
  const start = (run: number) => startTelling({ taskId: task.taskId, swarm: task.owner.swarm, run });
  const answer = new OneAnswer({ held });
  // A slice may begin in the middle of its run.
  let state = { ...start(slice.run), answerId: '' as string | undefined };
  let usage: Usage = { inputTokens: 0, outputTokens: 0 };
  return {
    take(event) {
      // A message that came too late for its run is answered by the one that it starts.
      if (event.type === 'run-started' && event.run > state.run) state = start(event.run);
      const step = tellRun(state, event);
      state = step.state;
      return step.tellings.flatMap((telling) => {
        if (telling.type === 'usage') usage = addUsage(usage, telling.usage);
        // A pause that was there before the request is the one it answers.
        if (telling.type === 'pause' && telling.seq <= slice.posted) return [];
        return [...answer.take(telling), telling];
      });
    },
    get usage() {
      return usage;
    },
  };
}
