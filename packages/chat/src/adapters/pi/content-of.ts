import type { PiContent, PiMessage } from './pi-event.ts';

/** The blocks of a message; one that is only a text is a single block. */
export function contentOf(message: PiMessage | undefined): readonly PiContent[] {
  const content = message?.content ?? [];
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content;
}
