/** A text that somebody is writing, and the one that they began with. */
export type Draft = { text: string; base: string };

export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const PREFIX = 'posthouse-jobs-draft-';

/** The draft that was left under a name, if there is one. */
export function readDraft(storage: DraftStorage, name: string): Draft | undefined {
  try {
    const { text, base } = JSON.parse(storage.getItem(PREFIX + name) ?? '{}') as Partial<Draft>;
    return typeof text === 'string' && typeof base === 'string' ? { text, base } : undefined;
  } catch {
    return undefined;
  }
}

/** What is left to save of a draft once a text was saved: nothing, unless more was written meanwhile. */
export function afterSaving(draft: Draft | undefined, saved: string): Draft | undefined {
  return draft === undefined || draft.text === saved ? undefined : { text: draft.text, base: saved };
}

/** Keeps a draft as long as the tab lives. One that says what was there before is none. */
export function keepDraft(storage: DraftStorage, name: string, draft: Draft | undefined): void {
  if (draft === undefined || draft.text === draft.base) {
    storage.removeItem(PREFIX + name);
    return;
  }
  try {
    storage.setItem(PREFIX + name, JSON.stringify(draft));
  } catch {
    // There is no room for it. Then it lives as long as the view does.
  }
}
