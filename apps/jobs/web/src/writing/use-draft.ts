import { useCallback, useEffect, useState } from 'react';
import { afterSaving, type Draft, keepDraft, readDraft } from './draft.ts';

export type Drafting = {
  text: string;
  setText: (text: string) => void;
  /** Whether there is something to save. */
  isChanged: boolean;
  /** Whether what was saved is not what the writer began with. */
  isOutdated: boolean;
  /** Goes back to what is saved. */
  discard: () => void;
  /** To be told what was saved; more may have been written meanwhile. */
  keep: (saved: string) => void;
};

/** A text that can be edited. What is not saved survives a look at another view, and a reload. */
export function useDraft(name: string, saved: string): Drafting {
  const [draft, setDraft] = useState<Draft | undefined>(() => readDraft(sessionStorage, name));
  useEffect(() => keepDraft(sessionStorage, name, draft), [name, draft]);
  const text = draft?.text ?? saved;
  const setText = useCallback(
    (next: string) => setDraft((last) => ({ text: next, base: last?.base ?? saved })),
    [saved],
  );
  // Both are told to the storage at once, since the view may be gone when the app has saved something.
  const discard = useCallback(() => {
    keepDraft(sessionStorage, name, undefined);
    setDraft(undefined);
  }, [name]);
  const keep = useCallback(
    (kept: string) => {
      keepDraft(sessionStorage, name, afterSaving(readDraft(sessionStorage, name), kept));
      setDraft((last) => afterSaving(last, kept));
    },
    [name],
  );
  const isChanged = text !== saved;
  const isOutdated = isChanged && draft !== undefined && draft.base !== saved;
  return { text, setText, isChanged, isOutdated, discard, keep };
}
