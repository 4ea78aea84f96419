import type { UIMessage, UIPart } from '../../messages/ui-message.ts';

/** Texts that are being written, and calls without a result. */
export function openPartsOf({ parts }: UIMessage): UIPart[] {
  return parts.filter((part) => {
    if ('toolCallId' in part) return !part.state.startsWith('output-');
    return 'state' in part && part.state === 'streaming';
  });
}
