import type { AppParts } from '../../app/app-parts.ts';
import { addChatCompletionRoutes } from './chat-completions.ts';
import { addModelRoutes } from './models.ts';
import { addResponseRoutes } from './responses.ts';

/** `/v1`: the door for programs that speak to OpenAI. Models are swarms. */
export function addOpenAIRoutes(parts: AppParts): void {
  addModelRoutes(parts);
  addResponseRoutes(parts);
  addChatCompletionRoutes(parts);
}
