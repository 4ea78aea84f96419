import type { AppParts } from '../../app/create-app.ts';
import { toModel } from './to-model.ts';

/** `/v1/models`: the swarms. */
export function addModelRoutes({ app, house, gate }: AppParts): void {
  app.get('/v1/models', gate.user, (c) => {
    const data = house.definitions().map((definition) => toModel(definition, house.startedAt));
    return c.json({ object: 'list', data });
  });

  app.get('/v1/models/:model', gate.user, (c) => {
    const model = c.req.param('model');
    const definition = house.definition(model === 'default' && !house.serves(model) ? undefined : model);
    return c.json(toModel(definition, house.startedAt));
  });
}
