import type { MAILMessage } from '@posthouse/protocol';
import type { Decision } from '../task/decision.ts';
import { endRun } from '../task/end-run.ts';
import { stepOf } from '../task/step-context.ts';
import { composeSystemResponse } from '../messages/compose-messages.ts';
import type { TurnData } from '../task/turn-data.ts';
import type { Seat, TurnHost } from './turn-host.ts';

/**
 * An agent that could not answer. Whoever asked it is told why, in the words of the failure itself; when nobody but the
 * user could be told, the run ends with it.
 */
export function decideFailure(host: TurnHost, seat: Seat, data: TurnData): { messages: MAILMessage[]; end?: Decision } {
  const { name } = seat.agent;
  const reason = data.failure ?? 'no answer';
  const sentence = `agent '${name}' could not answer: ${reason}`;
  const place = { run: host.run.run, agent: name, turn: seat.turn };
  const notice: Decision = { entries: [{ ...place, type: 'notice', code: 'model_failed', text: sentence }] };
  // Whoever asked for the step is told, and nobody else waits for it.
  if (stepOf(data.inputs) !== undefined) return { messages: [], end: notice };
  const askers = askersOf(host, seat, data);
  if (askers.length > 0) {
    const draft = { subject: '::agent_error::', body: sentence };
    return { messages: askers.map((asker) => composeSystemResponse(host.context, asker, draft)), end: notice };
  }
  return { messages: [], end: endWith(host, seat, { text: sentence, code: 'model_failed', why: `${name} failed` }) };
}

/** Why a turn ends its run without an answer. */
export type RunFailure = { text: string; code: string; why: string };

/** The answer does not get the format that was asked for. */
export function toInvalidAnswer(agent: string, problem: string): RunFailure {
  const why = `${agent} gave no valid answer`;
  return { text: `agent '${agent}' gave no valid answer: ${problem}`, code: 'invalid_answer', why };
}

/** The end of a run by one of its turns. */
export function endWith(host: TurnHost, seat: Seat, reason: RunFailure): Decision {
  const { name } = seat.agent;
  const taken = new Set(seat.taken.map((mail) => mail.id));
  return endRun({
    task: host.task,
    mail: host.mail().filter((mail) => !taken.has(mail.id)),
    open: host.openTurns().filter((turn) => turn.agent !== name),
    live: host.live().filter((text) => text.agent !== name),
    ledger: host.ledger,
    unrecorded: host.unrecorded().filter((calls) => calls.agent !== name),
    ending: { agent: name, turn: seat.turn },
    outcome: 'error',
    ...reason,
    now: host.now(),
  });
}

/** The agents that wait for this one: those it has mail from, and those whose requests it has not answered. */
function askersOf(host: TurnHost, seat: Seat, data: TurnData): string[] {
  const { name } = seat.agent;
  if (name === host.run.entrypoint) return [];
  const senders = data.inputs
    .map((input) => input.message.sender)
    .filter((sender) => sender.addressType === 'agent')
    .map((sender) => sender.address);
  const requesters = host.ledger.requests.askersOf(name);
  const local = new Set(host.definition.agents.map((agent) => agent.name));
  return [...new Set([...senders, ...requesters])].filter((asker) => asker !== name && local.has(asker));
}
