import type { AppParts } from '../app/create-app.ts';
import { readJSON } from '../app/read-json.ts';
import { answerPost } from './answer-post.ts';
import { toPostPlan } from './to-post-plan.ts';

/** `POST /message`. */
export function addMessageRoutes(parts: AppParts): void {
  parts.app.post('/message', parts.gate.user, async (c) => answerPost(c, parts, toPostPlan(await readJSON(c))));
}
