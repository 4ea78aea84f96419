import { partFactsOf } from './part-facts.ts';
import type { SwarmMessage } from './swarm-message.ts';

/** The words of a message, for the clipboard: what does not stand any more is left out. */
export function toAnswerText({ parts }: Pick<SwarmMessage, 'parts'>): string {
  return parts
    .flatMap((part) => (part.type === 'text' && !partFactsOf(part).retracted ? part.text : []))
    .join('\n\n')
    .trim();
}
