import type { JSONObject } from '@posthouse/protocol';
import type { SwarmDefinition } from '@posthouse/runtime';

/** A swarm as a model. */
export function toModel({ name, description }: SwarmDefinition, createdAt: number): JSONObject {
  const created = Math.floor(createdAt / 1000);
  return { id: name, object: 'model', created, owned_by: 'posthouse', ...(description === '' ? {} : { description }) };
}
