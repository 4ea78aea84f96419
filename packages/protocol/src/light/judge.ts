import type { Problem } from '../wire/problem.ts';
import { addProblem, LIMITS_OUT, startWalk, type Walk } from '../wire/walk.ts';
import type { WireShape } from '../wire/wire-shape.ts';

/** All that is wrong with a wire value, by the rules of its shape: what its schema would say. */
export function judge(shape: WireShape, wire: unknown): readonly Problem[] {
  const walk = startWalk(LIMITS_OUT);
  look(shape, wire, walk);
  return walk.problems;
}

function look(shape: WireShape, value: unknown, walk: Walk): void {
  if (value === null && shape.nullable === true) return;
  const broken = shape.rules?.find(([holds]) => !holds(value as never));
  if (broken !== undefined) return addProblem(walk, broken[1], value);
  switch (shape.kind) {
    case 'array':
      return (value as unknown[]).forEach((item, index) => lookAt(index, shape.element, item, walk));
    case 'map':
      return Object.entries(value as object).forEach(([key, item]) => lookAt(key, shape.value, item, walk));
    case 'union': {
      // Whoever made the wire value has already said that it is none of these.
      const option = shape.options.get((value as Record<string, string>)[shape.discriminator]!);
      if (option !== undefined) look(option, value, walk);
      return undefined;
    }
    case 'object':
      for (const { key, shape: inner, optional } of shape.fields.values()) {
        const item = (value as Record<string, unknown>)[key];
        if (item !== undefined || !optional) lookAt(key, inner, item, walk);
      }
  }
}

function lookAt(key: string | number, shape: WireShape, value: unknown, walk: Walk): void {
  walk.path.push(key);
  look(shape, value, walk);
  walk.path.pop();
}
