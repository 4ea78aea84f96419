import type { AppParts } from '../../app/app-parts.ts';
import { openAIRoutes } from '../../openapi/openai-routes.ts';
import { toModel } from './to-model.ts';

/** `/v1/models`: the swarms. */
export function addModelRoutes({ on, house }: AppParts): void {
  on(openAIRoutes.listModels, () => {
    const data = house.definitions().map((definition) => toModel(definition, house.startedAt));
    return { object: 'list' as const, data };
  });

  on(openAIRoutes.getModel, (c) => {
    const model = c.req.param('model');
    const definition = house.definition(model === 'default' && !house.serves(model) ? undefined : model);
    return toModel(definition, house.startedAt);
  });
}
