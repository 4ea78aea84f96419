import type { AppParts } from '../../app/app-parts.ts';
import { openAIRoutes } from '../../openapi/openai-routes.ts';
import { toModel } from './to-model.ts';

/** `/v1/models`: the swarms. */
export function addModelRoutes({ on, served }: AppParts): void {
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
