import type { AppParts } from '../app/app-parts.ts';
import { readJSON } from '../app/read-json.ts';
import { messageRoutes } from '../openapi/message-routes.ts';
import { answerPost } from './answer-post.ts';
import { toPostPlan } from './to-post-plan.ts';

/** `POST /message`. */
export function addMessageRoutes(parts: AppParts): void {
  parts.on(messageRoutes.postMessage, async (c) => answerPost(c, parts, toPostPlan(await readJSON(c))));
}
