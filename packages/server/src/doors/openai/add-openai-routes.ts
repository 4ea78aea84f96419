import type { SwarmDefinition } from '@posthouse/runtime';
import type { z } from 'zod';
import type { AppParts } from '../../app/app-parts.ts';
import { openAIRoutes } from '../../openapi/openai-routes.ts';
import type { modelSchema } from '../../wire/openai/openai-schemas.ts';
import { addChatCompletionRoutes } from './chat-completions.ts';
import { addResponseRoutes } from './responses.ts';

/** `/v1`: the door for programs that speak to OpenAI. Models are swarms. */
export function addOpenAIRoutes(parts: AppParts): void {
  addModelRoutes(parts);
  addResponseRoutes(parts);
  addChatCompletionRoutes(parts);
}

/** `/v1/models`: the swarms. */
function addModelRoutes({ on, served }: AppParts): void {
  on(openAIRoutes.listModels, () => {
    const data = served.definitions().map((definition) => toModel(definition, served.startedAt));
    return { object: 'list' as const, data };
  });

  on(openAIRoutes.getModel, (c) => {
    const model = c.req.param('model');
    const definition = served.definition(model === 'default' && !served.serves(model) ? undefined : model);
    return toModel(definition, served.startedAt);
  });
}

/** A swarm as a model. */
export function toModel({ name, description }: SwarmDefinition, createdAt: number): z.infer<typeof modelSchema> {
  const created = Math.floor(createdAt / 1000);
  return { id: name, object: 'model', created, owned_by: 'posthouse', ...(description === '' ? {} : { description }) };
}
