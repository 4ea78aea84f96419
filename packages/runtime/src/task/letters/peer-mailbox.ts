/** The mailbox where mail for another swarm waits. No agent can be called so. */
export function toPeerMailbox(swarm: string): string {
  return `@${swarm}`;
}

/** The swarm that a mailbox is for, unless it is that of an agent. */
export function peerOf(mailbox: string): string | undefined {
  return mailbox.startsWith('@') ? mailbox.slice(1) : undefined;
}
