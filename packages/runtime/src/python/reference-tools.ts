import { defined, isJSONObject, type JSONObject, type JSONSchema, type JSONValue } from '@posthouse/protocol';
import type { AnyAction } from '../definitions/action.ts';
import { toInputSchema } from '../definitions/action-parameters.ts';

/** An action as factories of MAIL's reference are told of it, in the format of their model's interface. */
export function toReferenceTool(action: AnyAction, format: 'completions' | 'responses'): JSONObject {
  const { name, description } = action;
  const parameters = toStrictSchema(name, toInputSchema(action));
  return format === 'completions'
    ? { type: 'function', function: { name, strict: true, parameters, description } }
    : { type: 'function', name, description, parameters, strict: true };
}

/** Every property is required, and those that were not may be null: what the strict mode of OpenAI asks for. */
function toStrictSchema(name: string, { properties = {}, required = [] }: JSONSchema): JSONObject {
  const names = Object.keys(properties as JSONObject);
  const wanted = new Set(required as string[]);
  const strict = Object.entries(properties as JSONObject).map(([key, value]) => [
    key,
    toProperty(key, isJSONObject(value) ? value : {}, wanted.has(key)),
  ]);
  return {
    properties: Object.fromEntries(strict) as JSONObject,
    required: names,
    title: name,
    type: 'object',
    additionalProperties: false,
  };
}

function toProperty(name: string, schema: JSONObject, isRequired: boolean): JSONObject {
  const { description, default: fallback } = schema;
  const type = toType(schema);
  return {
    ...defined({ description, default: fallback }),
    title: toTitle(name),
    ...(isRequired ? type : { anyOf: [type, { type: 'null' }] }),
  };
}

/** Of a property, the reference tells no more than its type. */
function toType({ type, items, properties }: JSONObject): JSONObject {
  if (type === 'object' && properties === undefined) return { additionalProperties: true, type };
  const known: [string, JSONValue | undefined][] = [
    ['items', items],
    ['properties', properties],
    ['type', type],
  ];
  return Object.fromEntries(known.filter(([, value]) => value !== undefined)) as JSONObject;
}

function toTitle(name: string): string {
  return name.replaceAll('_', ' ').replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());
}
