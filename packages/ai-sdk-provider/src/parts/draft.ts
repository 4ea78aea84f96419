import type { Token } from '../wire/frame.ts';

/** Text that an agent is writing, as far as it has arrived. */
export type Draft = {
  readonly agent: string;
  readonly turn: number;
  readonly attempt: number;
  text: string;
  /** A piece is missing: what comes behind it cannot be shown until the whole is known. */
  torn: boolean;
};

export function newDraft({ agent, turn, attempt }: Token): Draft {
  return { agent, turn, attempt, text: '', torn: false };
}

export function draftKey({ agent, turn, attempt, part }: Token): string {
  return `${agent}/${turn}/${attempt}/${part}`;
}

/** Adds a piece where it belongs. A piece that was there already changes nothing; returns what is new. */
export function grow(draft: Draft, { offset, delta }: Token): string {
  if (offset > draft.text.length) draft.torn = true;
  if (draft.torn) return '';
  const fresh = delta.slice(draft.text.length - offset);
  draft.text += fresh;
  return fresh;
}
