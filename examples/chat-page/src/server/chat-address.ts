/** Which conversation the address names, and with whom. */
export type ChatAddress = { chatId: string; swarm: string | undefined };

/** Reads the address. One that names no conversation gets a new one, so that a reload comes back to it. */
export function takeChatAddress(): ChatAddress {
  const address = new URL(location.href);
  let chatId = address.searchParams.get('chat');
  if (chatId === null) {
    chatId = crypto.randomUUID();
    address.searchParams.set('chat', chatId);
    history.replaceState(null, '', address);
  }
  return { chatId, swarm: address.searchParams.get('swarm') ?? undefined };
}

/** The address of a conversation that has not begun. */
export function newChatAddress(swarm: string | undefined): string {
  return swarm === undefined ? location.pathname : `${location.pathname}?swarm=${encodeURIComponent(swarm)}`;
}
