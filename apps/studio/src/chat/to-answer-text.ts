import { shownParts } from '@posthouse/client/chat';
import type { SwarmMessage } from './swarm-message.ts';

/** The words of a message, for the clipboard: what does not stand any more is left out. */
export function toAnswerText(message: Pick<SwarmMessage, 'parts'>): string {
  return shownParts(message)
    .flatMap((part) => (part.type === 'text' ? part.text : []))
    .join('\n\n')
    .trim();
}
