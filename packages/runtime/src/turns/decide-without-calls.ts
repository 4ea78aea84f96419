import type { MAILMessage } from '@posthouse/protocol';
import { stepOf } from '../task/step-context.ts';
import { toStepMessage } from '../manual/step-text.ts';
import { agentAddress, composeResponse, composeSystemResponse } from '../messages/compose-messages.ts';
import { readAnswer } from '../task/read-answer.ts';
import { mayComplete } from '../tools/to-tool-set.ts';
import type { TurnData } from '../task/turn-data.ts';
import type { Seat, TurnHost } from './turn-host.ts';
import { unreadBy } from './unread-by.ts';

const REASON = 'no_tool_call';

/**
 * What becomes of words that went into no call. In a manual step they are the answer. Otherwise the agent is asked to use
 * a tool; if it only talks again, its words are taken for what they most likely are: the answer to the user, or to
 * whoever asked.
 */
export function decideWithoutCalls(
  host: TurnHost,
  seat: Seat,
  data: TurnData,
): { messages: MAILMessage[]; answer?: string; failure?: string } {
  const text = data.text ?? '';
  const step = stepOf(data.inputs);
  if (step !== undefined) {
    const { context, ledger } = host;
    const said = toStepMessage({ step, agent: seat.agent.name, text, context, requests: ledger.requests });
    return { messages: said === undefined ? [] : [said] };
  }
  const asked = data.inputs.some((input) => input.message.routingInfo?.reason === REASON);
  if (!asked) return { messages: [askForCall(host, seat)] };
  const { name } = seat.agent;
  if (mayComplete(seat.agent, host.run) && name === host.run.entrypoint) {
    const answer = readAnswer(text, host.run.responseFormat);
    return 'text' in answer ? { messages: [], answer: answer.text } : { messages: [], failure: answer.problem };
  }
  const { requests } = host.ledger;
  const unread = unreadBy(host, seat);
  const request = requests
    .askersOf(name)
    .map((asker) => requests.newest(asker, name, { unread }))
    .findLast((newest) => newest !== undefined);
  if (request === undefined) return { messages: [] };
  const sender = agentAddress(name);
  const draft = { sender, recipient: request.from, requestId: request.requestId, subject: 'Response', body: text };
  return { messages: [composeResponse(host.context, draft)] };
}

function askForCall(host: TurnHost, seat: Seat): MAILMessage {
  const message = composeSystemResponse(host.context, seat.agent.name, {
    subject: '::tool_call_error::',
    body: 'You answered without calling a tool, and nobody has read it. Say it again through one of your tools.',
  });
  return { ...message, message: { ...message.message, routingInfo: { reason: REASON } } } as MAILMessage;
}
