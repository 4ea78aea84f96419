import type { MAILMessage } from '@posthouse/protocol';
import type { SwarmDefinition } from '../definitions/swarm-definition.ts';
import { decideForCaller, decideToWake } from '../task/letters/decide-for-caller.ts';
import { composeSystemResponse } from '../messages/compose-messages.ts';
import { mayComplete } from '../tools/to-tool-set.ts';
import { deliver } from './deliver.ts';
import type { Decision } from '../task/decision.ts';
import { endRun } from '../task/end-run.ts';
import { exceededLimit, limitsOf, WHERE_LIMITS_ARE_SET } from '../task/limits.ts';
import { contextOf, dataOf, type RunData, type DecisionState } from '../task/task-data.ts';

/** A run that has used up a limit asks for a final answer, once. */
export function decideClosing(
  { task, ledger }: DecisionState,
  definition: SwarmDefinition,
  used: { now: number; turns: number },
): Decision | undefined {
  const current = dataOf(task).current;
  if (current === undefined || ledger.closing !== undefined) return undefined;
  const reason = exceededLimit(current, ledger, limitsOf(definition.limits, current), used);
  if (reason === undefined) return undefined;
  const closer = closerOf(definition, current);
  const message = composeSystemResponse(contextOf(task), closer, {
    subject: '::maximum_steps_reached::',
    body: `This is your last turn: ${reason}. Call task_complete now with the best answer you can give from what you know.`,
  });
  return withNotice(sendTo(message, current.run, definition), current, {
    code: 'limit_reached',
    text: reason,
  });
}

/**
 * Nobody is at work and nothing is on its way, but the run has not ended. The entrypoint is asked once what holds it up;
 * if that leads nowhere, the run ends with an error instead of hanging.
 */
export function decideAtRest(state: DecisionState, definition: SwarmDefinition, now: number): Decision {
  const { task, ledger } = state;
  const current = dataOf(task).current!;
  if (ledger.closing !== undefined) {
    const text = `${ledger.closing}, and no final answer was given. ${WHERE_LIMITS_ARE_SET}.`;
    return endRun({ ...state, outcome: 'error', text, code: 'limit_reached', why: text, keepMail: true, now });
  }
  const decided = decideToWake(state) ?? decideForCaller(state, now);
  if (decided !== undefined) return decided;
  if (ledger.prompted) {
    const text = 'No agent has anything left to do, and none has completed the task.';
    return endRun({ ...state, outcome: 'error', text, code: 'stalled', why: 'the run stalled', now });
  }
  const { caller } = current;
  const duty = caller === undefined ? '' : `answer ${caller.agent}@${caller.swarm} with send_response, `;
  const message = composeSystemResponse(contextOf(task), current.entrypoint, {
    subject: '::stalled::',
    body: `Nobody is working on the task and no message is on its way. Go on with it, ${duty}or call task_complete.`,
  });
  return withNotice(sendTo(message, current.run, definition), current, {
    code: 'stalled',
    text: `no agent is at work; ${current.entrypoint} is asked to continue`,
  });
}

/** Who can end the run: the agent it was addressed to if that one may, else the first that may. */
function closerOf({ agents }: SwarmDefinition, current: RunData): string {
  const addressed = agents.find((agent) => agent.name === current.entrypoint);
  if (addressed !== undefined && mayComplete(addressed, current)) return current.entrypoint;
  return agents.find((agent) => agent.canCompleteTasks)!.name;
}

function sendTo(message: MAILMessage, run: number, definition: SwarmDefinition): Decision {
  return deliver([message], { run }, definition);
}

/** The ledger reads what has been asked off these notices. */
function withNotice(decision: Decision, { run }: RunData, notice: { code: string; text: string }): Decision {
  return { ...decision, entries: [{ run, type: 'notice', ...notice }, ...decision.entries] };
}
