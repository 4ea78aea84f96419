import type { Partner } from './ask-server.ts';

/** Which conversation the address names, and with whom. */
export type ChatAddress = { chatId: string; swarm: string | undefined; agent: string | undefined };

/** Reads the address. One that names no conversation gets a new one, so that a reload comes back to it. */
export function takeChatAddress(): ChatAddress {
  const address = new URL(location.href);
  let chatId = address.searchParams.get('chat');
  if (chatId === null) {
    chatId = crypto.randomUUID();
    address.searchParams.set('chat', chatId);
    history.replaceState(null, '', address);
  }
  const { searchParams } = address;
  return { chatId, swarm: searchParams.get('swarm') ?? undefined, agent: searchParams.get('agent') ?? undefined };
}

/** Names another partner for the conversation, so that a reload comes back to the same. */
export function changePartner(address: ChatAddress, partner: Pick<Partner, 'kind' | 'name'>): ChatAddress {
  const changed = new URL(location.href);
  changed.searchParams.delete('swarm');
  changed.searchParams.delete('agent');
  changed.searchParams.set(partner.kind, partner.name);
  history.replaceState(null, '', changed);
  return { chatId: address.chatId, swarm: undefined, agent: undefined, [partner.kind]: partner.name };
}

/** The address of a conversation that has not begun. */
export function newChatAddress({ swarm, agent }: Pick<ChatAddress, 'swarm' | 'agent'>): string {
  const names = Object.entries({ swarm, agent }).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return names.length === 0 ? location.pathname : `${location.pathname}?${new URLSearchParams(names).toString()}`;
}
