import {
  EVERYONE,
  type MAILMessage,
  type NewEntry,
  newId,
  parseAgentAddress,
  priorityTier,
  recipientsOf,
} from '@posthouse/protocol';
import type { NewMail } from '@posthouse/store';
import type { SwarmDefinition } from '../definitions/swarm-definition.ts';

export type Delivery = { entries: NewEntry[]; put: NewMail[] };

/** Messages on their way: one log entry and one piece of mail for every recipient. */
export function deliver(
  messages: readonly MAILMessage[],
  place: { run: number; agent?: string; turn?: number },
  definition: SwarmDefinition,
): Delivery {
  const letters = messages.flatMap((message) => toRecipients(message, definition).map((to) => ({ to, message })));
  return {
    entries: letters.map(({ to, message }) => ({ ...place, type: 'message', to, message })),
    put: letters.map(({ to, message }) => ({
      id: newId(),
      mailbox: toMailbox(to),
      tier: priorityTier(message),
      run: place.run,
      message,
    })),
  };
}

/** `all` means everybody here but the sender. */
function toRecipients(message: MAILMessage, { agents }: SwarmDefinition): string[] {
  const sender = message.message.sender;
  const names = recipientsOf(message).flatMap(({ address }) =>
    address === EVERYONE ? agents.map((agent) => agent.name).filter((name) => !isSender(sender, name)) : [address],
  );
  return [...new Set(names)];
}

function isSender(sender: MAILMessage['message']['sender'], name: string): boolean {
  return sender.addressType === 'agent' && sender.address === name;
}

function toMailbox(address: string): string {
  const { name, swarm } = parseAgentAddress(address);
  return swarm === undefined ? name : `@${swarm}`;
}
