import type { SwarmDefinition } from '@posthouse/runtime';
import type { z } from 'zod';
import type { modelSchema } from '../../wire/openai/openai-schemas.ts';

/** A swarm as a model. */
export function toModel({ name, description }: SwarmDefinition, createdAt: number): z.infer<typeof modelSchema> {
  const created = Math.floor(createdAt / 1000);
  return { id: name, object: 'model', created, owned_by: 'posthouse', ...(description === '' ? {} : { description }) };
}
