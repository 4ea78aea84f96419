import { EVERYONE, type MAILMessage } from '@posthouse/protocol';
import {
  agentAddress,
  composeBroadcast,
  composeRequest,
  composeResponse,
  type MessageContext,
} from '../messages/compose-messages.ts';
import type { RequestBook } from '../task/request-book.ts';
import { withRouting } from '../task/carry-step.ts';
import type { StepContext } from '../task/step-context.ts';

export type StepText = {
  step: StepContext;
  /** The agent that speaks. */
  agent: string;
  text: string;
  context: MessageContext;
  requests: RequestBook;
};

/** What an agent says in a step without calling anything, as the message that the step asks for. */
export function toStepMessage(options: StepText): MAILMessage | undefined {
  const { step, text } = options;
  if (text.trim() === '') return undefined;
  return withRouting(compose(options), { manual_step: step.id });
}

function compose({ step, agent, text: body, context, requests }: StepText): MAILMessage {
  const { responseType, responseTargets } = step;
  const recipient = responseTargets[0]!;
  const draft = { sender: agentAddress(agent), subject: '', body };
  switch (responseType) {
    case 'request':
      return composeRequest(context, { ...draft, recipient });
    case 'response': {
      const asked = requests.newest(recipient, agent);
      return composeResponse(context, {
        ...draft,
        recipient,
        ...(asked === undefined ? {} : { requestId: asked.requestId }),
      });
    }
    case 'broadcast': {
      // A speaker does not hear itself; `all` leaves it out by its own rules.
      const others = responseTargets.filter((target) => target !== agent);
      const recipients = others.includes(EVERYONE) ? [EVERYONE] : [...new Set(others)];
      return composeBroadcast(context, { ...draft, recipients });
    }
  }
}
