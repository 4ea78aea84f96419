/** The text for people whose run waits for its turn to ask a model. */
export function toQueuedText(place: number): string {
  return place === 1 ? 'waiting for its turn: next' : `waiting for its turn: place ${place} in the queue`;
}
