import type { QueuePlace } from '@posthouse/runtime';

/** Where a run stands that waits to ask a model, as clients read it; nothing of one that does not wait. */
export function toQueued(place: QueuePlace | undefined): { queued?: { place: number } } {
  return place === undefined ? {} : { queued: { place: place.place } };
}
