import { STORY } from '../../browser/__fixtures__/desk.ts';
import { PIECE } from '../../browser/__fixtures__/held-model.ts';

/** What of the story is known after so many pieces of the call that completes the task; a page drops a last blank. */
export function storyAfter(pieces: number): string {
  return STORY.slice(0, pieces * PIECE - '{"finish_message":"'.length).trimEnd();
}
