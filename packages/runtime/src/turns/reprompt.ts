import { type MAILMessage, textOfJSON } from '@posthouse/protocol';
import { composeSystemBroadcast, composeSystemResponse, type MessageContext } from '../messages/compose-messages.ts';
import type { TurnCall } from '../task/turn-data.ts';

/** What wakes an agent whose calls went well. */
export const ACTION_COMPLETE = { subject: '::action_complete::', body: 'Action completed successfully' };

/** The subject of mail about calls that did not. */
export const ACTION_ERROR = '::action_error::';

/**
 * The mail that gives an agent its next turn after calls whose results it has to read. Calls of MAIL tools need none:
 * whoever sends or waits is woken by mail, and whoever failed has been told.
 */
export function reprompt(calls: readonly TurnCall[], agent: string, context: MessageContext): MAILMessage[] {
  const ran = calls.filter((call) => call.kind === 'action' || call.kind === 'breakpoint');
  if (ran.length === 0) return [];
  const failed = ran.filter((call) => call.result?.status === 'error' || call.result?.status === 'unknown');
  if (failed.length > 0) {
    const body = failed.map((call) => `Error: ${call.tool}\n${textOfJSON(call.result!.content)}`).join('\n\n');
    return [composeSystemResponse(context, agent, { subject: ACTION_ERROR, body })];
  }
  if (ran.every((call) => call.kind === 'breakpoint')) {
    return [composeSystemBroadcast(context, agent, { subject: '::action_complete_broadcast::', body: '' })];
  }
  return [composeSystemBroadcast(context, agent, ACTION_COMPLETE)];
}
