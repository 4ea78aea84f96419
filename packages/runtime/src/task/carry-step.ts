import type { MAILMessage, NewEntry } from '@posthouse/protocol';
import { type StepContext, toRouting } from './step-context.ts';

type Place = { run: number; agent: string; turn: number };

/** Puts a step on the messages of the system that give its agent another turn. */
export function carryStep(messages: readonly MAILMessage[], step: StepContext | undefined): readonly MAILMessage[] {
  if (step === undefined) return messages;
  return messages.map((message) => (goesOn(message) ? withRouting(message, toRouting(step)) : message));
}

/** What the log says when the agent has no further turn in the step; nothing while it has. */
export function toStepEnd(messages: readonly MAILMessage[], step: StepContext | undefined, place: Place): NewEntry[] {
  if (step === undefined || messages.some(goesOn)) return [];
  return [{ ...place, type: 'notice', code: STEP_ENDED, text: stepEndText(step.id) }];
}

export const STEP_ENDED = 'manual_step_ended';

export function stepEndText(stepId: string): string {
  return `manual step ${stepId} has ended`;
}

/** The same message with more routing information. */
export function withRouting(message: MAILMessage, routing: Record<string, unknown>): MAILMessage {
  const { message: payload } = message;
  return { ...message, message: { ...payload, routingInfo: { ...payload.routingInfo, ...routing } } } as MAILMessage;
}

/** In a turn, the system writes to nobody but the agent whose turn it is. */
function goesOn({ message }: MAILMessage): boolean {
  return message.sender.addressType === 'system';
}
