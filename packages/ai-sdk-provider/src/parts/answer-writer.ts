import type { Token } from '../wire/frame.ts';
import { type Draft, draftKey, grow, newDraft } from './draft.ts';
import type { Block, PartWriter } from './part-writer.ts';

/**
 * Shows the final answer while it is written. Several agents may be writing one, a try may be given up, and an answer may
 * be refused; but text that was sent cannot be called back. So one draft is shown at a time, a new one takes over where
 * the old one stopped if it says the same so far, and only when it differs is the old text marked as retracted and the
 * new one told from its beginning.
 *
 * `held` answers are not shown before they are final: half an object followed by another one is no JSON.
 */
export function answerWriter(writer: PartWriter, { held }: { held: boolean }) {
  const drafts = new Map<string, Draft>();
  let shown: Draft | undefined;
  let block: Block | undefined;

  /** What was shown is not the answer. */
  const retract = (): void => {
    writer.end(block, { retracted: true });
    block = undefined;
  };

  const tell = (text: string, agent: string | undefined): void => {
    if (block !== undefined && !text.startsWith(block.text)) retract();
    if (text === '') return;
    block ??= writer.begin('text', { agent });
    writer.write(block, text.slice(block.text.length));
  };

  const show = (): void => {
    if (held) return;
    shown ??= drafts.values().next().value;
    // As long as it only repeats what can be read already, there is nothing to do.
    if (shown !== undefined && block?.text.startsWith(shown.text) !== true) tell(shown.text, shown.agent);
  };

  return {
    retract,

    isBegun: (): boolean => block !== undefined,

    take(token: Token): void {
      const key = draftKey(token);
      const draft = drafts.get(key) ?? newDraft(token);
      drafts.set(key, draft);
      grow(draft, token);
      show();
    },

    /** Drafts that will not become the answer. */
    drop(isDropped: (draft: Draft) => boolean): void {
      for (const [key, draft] of drafts) {
        if (!isDropped(draft)) continue;
        drafts.delete(key);
        if (shown === draft) shown = undefined;
      }
      show();
    },

    /** The answer itself: whatever was shown of it is completed, or replaced. */
    finish(answer: string, agent: string | undefined): void {
      tell(answer, agent);
      writer.end(block);
    },
  };
}
