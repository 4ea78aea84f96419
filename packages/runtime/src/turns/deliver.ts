import {
  EVERYONE,
  type MAILMessage,
  type NewEntry,
  newId,
  priorityTier,
  recipientsOf,
  swarmOf,
} from '@posthouse/protocol';
import type { NewMail } from '@posthouse/store';
import type { SwarmDefinition } from '../definitions/swarm-definition.ts';
import { toPeerMailbox } from '../task/letters/peer-mailbox.ts';
import type { Route } from '../task/letters/route-to.ts';
import { narrowTo } from '../task/letters/split-by-swarm.ts';

export type DeliveredMail = { entries: NewEntry[]; put: NewMail[] };

/** `route` is asked when there is mail for another swarm: it says where it goes there. */
type Place = { run: number; agent?: string; turn?: number; route?: (swarm: string) => Route };

/** Messages on their way: a log entry for every recipient, and a piece of mail for each agent here and each other swarm. */
export function deliver(messages: readonly MAILMessage[], place: Place, definition: SwarmDefinition): DeliveredMail {
  const { route, ...where } = place;
  const addressed = messages.flatMap((message) => toAddressed(message, definition, route));
  const mail = new Map(addressed.map((each) => [`${each.mailbox}/${each.message.id}`, each]));
  return {
    entries: addressed.map(({ to, message }) => ({ ...where, type: 'message', to, message })),
    put: [...mail.values()].map(({ mailbox, message }) => ({
      id: newId(),
      mailbox,
      tier: priorityTier(message),
      run: place.run,
      message,
    })),
  };
}

type Addressed = { to: string; mailbox: string; message: MAILMessage };

function toAddressed(message: MAILMessage, definition: SwarmDefinition, route: Place['route']): Addressed[] {
  return toRecipients(message, definition).map((to) => {
    const swarm = swarmOf(to);
    if (swarm === undefined) return { to, mailbox: to, message };
    const letter = route === undefined ? message : narrowTo(message, swarm, route(swarm));
    return { to, mailbox: toPeerMailbox(swarm), message: letter };
  });
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
