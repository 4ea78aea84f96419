import {
  defined,
  invalidInput,
  type LogEntry,
  type MAILMessage,
  newId,
  PosthouseError,
  priorityTier,
} from '@posthouse/protocol';
import { readLog, type Store, type Task } from '@posthouse/store';
import { composeSystemBroadcast, type MessageContext } from '../messages/compose-messages.ts';
import type { Decision } from '../task/decision.ts';
import { dataOf, openCallsOf, type DecisionState } from '../task/task-data.ts';
import { withRouting } from '../task/carry-step.ts';
import { STEP_SUBJECT, type StepContext, stepIdOf, toRouting } from '../task/step-context.ts';

/** The mail that wakes an agent for a step. */
export function composeStep(
  context: MessageContext,
  { target, payload, step, key }: { target: string; payload: string; step: StepContext; key?: string },
): MAILMessage {
  const message = composeSystemBroadcast(context, target, { subject: STEP_SUBJECT, body: payload });
  const routing = { ...toRouting(step), ...defined({ manual_key: key }) };
  return { ...withRouting(message, routing), id: step.id };
}

/** Hands a step to an agent, if the task is in a state to be stepped. Steps for one agent wait for each other. */
export function decideStep({ task, open }: DecisionState, message: MAILMessage, target: string): Decision {
  const { openRun: run, taskId } = task;
  if (run === null) {
    throw invalidInput(`task '${taskId}' has no open run: submit a message first, which also fills the buffers`);
  }
  if (dataOf(task).current?.manual !== true) {
    throw invalidInput(`run ${run} of task '${taskId}' is not in manual mode: its agents take turns by themselves`);
  }
  const waiting = openCallsOf(open).map((call) => call.callId);
  if (task.status === 'paused') {
    throw new PosthouseError({
      code: 'task_running',
      message: `task '${taskId}' waits for the results of ${waiting.join(', ')}: resume it before the next step`,
    });
  }
  return {
    entries: [{ run, type: 'message', to: target, message }],
    put: [{ id: newId(), mailbox: target, tier: priorityTier(message), run, message }],
  };
}

/** The mail of a step of a run that is over, by its key: whoever comes back after a crash finds its answer. */
export async function findStep(store: Store, task: Task, key: string): Promise<LogEntry | undefined> {
  for await (const entry of readLog(store, task.key)) {
    if (entry.type !== 'message' || entry.message.message.routingInfo?.manual_key !== key) continue;
    if (stepIdOf(entry.message) !== undefined) return entry;
  }
  return undefined;
}
