import type { MAILMessage } from './mail-message.ts';

/** Whether somebody outside wrote it: the person whose task it is, and no agent, system or peer. */
export function isFromUser({ message }: MAILMessage): boolean {
  const { addressType } = message.sender;
  return addressType === 'user' || addressType === 'admin';
}
