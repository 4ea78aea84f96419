import { invalidConfiguration } from '@posthouse/protocol';
import { closestName } from '../../definitions/closest-name.ts';
import type { ModelObject, ModelOptions } from './model-options.ts';

const registered = new Map<string, ModelObject>();

/**
 * Makes a model available to every agent of this process as `scripted/<name>`, for offline runs and for tests.
 * Dispose of the result to remove the name.
 *
 * @example
 * using _ = registerScriptedModel('greeter', scripted([{ text: 'Hello.' }]));
 * const greeter = agent({ name: 'greeter', model: 'scripted/greeter', commTargets: [] });
 */
export function registerScriptedModel(name: string, model: ModelObject): Disposable {
  registered.set(name, model);
  return {
    [Symbol.dispose]: () => {
      // A later registration of the same name is not ours to undo.
      if (registered.get(name) === model) registered.delete(name);
    },
  };
}

/** The model that is known by this name, or `invalid_configuration` with the names that are. */
export function scriptedModel(name: string, { scriptedModels = {} }: ModelOptions): ModelObject {
  const model = Object.hasOwn(scriptedModels, name) ? scriptedModels[name] : registered.get(name);
  if (model !== undefined) return model;

  const names = [...new Set([...Object.keys(scriptedModels), ...registered.keys()])].toSorted();
  const known = names.length === 0 ? 'none is registered' : `there is ${names.join(', ')}`;
  const meant = closestName(name, names);
  throw invalidConfiguration(
    `there is no scripted model ${JSON.stringify(name)}: ${known}${meant === undefined ? '' : `; did you mean ${JSON.stringify(meant)}?`}`,
  );
}
