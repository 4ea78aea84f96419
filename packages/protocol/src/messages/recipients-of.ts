import type { MAILAddress } from './mail-address.ts';
import type { MAILMessage } from './mail-message.ts';

/** The recipients of any message, whether its payload names one or several. */
export function recipientsOf({ message }: Pick<MAILMessage, 'message'>): MAILAddress[] {
  return 'recipients' in message ? message.recipients : [message.recipient];
}
