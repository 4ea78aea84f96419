import type { Token } from '../wire/frame.ts';
import { type Draft, draftKey, grow, newDraft } from './draft.ts';
import type { Block, PartWriter } from './part-writer.ts';

type Thought = { draft: Draft; kind: 'preamble' | undefined; block: Block };

/**
 * Shows what agents think, and what they say beside their calls, each in a block of its own. The log tells it once more
 * when the turn is recorded; only what was not shown live is then added.
 */
export function thoughtWriter(writer: PartWriter) {
  /** In the order in which they began; those that the log has confirmed are gone. */
  const thoughts = new Map<string, Thought>();

  /** Closes what an agent has open. */
  const settle = (agent: string): void => {
    for (const { draft, block } of thoughts.values()) if (draft.agent === agent) writer.end(block);
  };

  return {
    settle,

    take(token: Token): void {
      const key = draftKey(token);
      const known = thoughts.get(key);
      const draft = known?.draft ?? newDraft(token);
      const fresh = grow(draft, token);
      if (known !== undefined) return writer.write(known.block, fresh);
      if (fresh === '') return;
      const { agent } = token;
      const kind = token.kind === 'text' ? 'preamble' : undefined;
      // An agent writes one part after the other.
      settle(agent);
      const block = writer.begin('reasoning', { agent, kind });
      thoughts.set(key, { draft, kind, block });
      writer.write(block, fresh);
    },

    /** What the log says an agent thought, or said, before a call. */
    confirm(agent: string, text: string | undefined, kind?: 'preamble'): void {
      let rest = text ?? '';
      for (const [key, { draft, kind: known, block }] of thoughts) {
        if (draft.agent !== agent || known !== kind) continue;
        // Parts are joined by blank lines in the log.
        const from = rest.startsWith(draft.text) ? rest : rest.trimStart();
        if (!from.startsWith(draft.text)) break;
        thoughts.delete(key);
        rest = from.slice(draft.text.length);
        if (draft.torn) {
          writer.write(block, rest);
          rest = '';
        }
        writer.end(block);
      }
      if (rest.trim() === '') return;
      const block = writer.begin('reasoning', { agent, kind });
      writer.write(block, rest === text ? rest : rest.trimStart());
      writer.end(block);
    },

    /** A try that was given up: its words are void. */
    drop(isDropped: (draft: Draft) => boolean): void {
      for (const [key, { draft, block }] of thoughts) {
        if (!isDropped(draft)) continue;
        writer.end(block, { retracted: true });
        thoughts.delete(key);
      }
    },
  };
}
