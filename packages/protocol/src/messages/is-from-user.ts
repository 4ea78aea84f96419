import type { MAILMessage } from './mail-message.ts';

/** Whether the owner of the task wrote it, and not an agent, the system or a peer. */
export function isFromUser({ message }: MAILMessage): boolean {
  const { addressType } = message.sender;
  return addressType === 'user' || addressType === 'admin';
}
