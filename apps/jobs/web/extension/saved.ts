import type { Ingested } from '../src/api/ingest.ts';

/** A job that was saved, and whether that was news. */
export type Saved = { id: number; outcome: 'created' | 'updated' | 'known' };

/** What came of saving one posting; undefined if nothing did. */
export function toSaved({ created, updated, skipped }: Ingested): Saved | undefined {
  const [isNew] = created;
  if (isNew !== undefined) return { id: isNew.id, outcome: 'created' };
  const [isChanged] = updated;
  if (isChanged !== undefined) return { id: isChanged.id, outcome: 'updated' };
  const [isKnown] = skipped;
  return isKnown === undefined ? undefined : { id: isKnown.id, outcome: 'known' };
}
