import type { WireShape } from './wire-shape.ts';

/** A valid wire value in camelCase. */
export function fromWire(shape: WireShape, value: unknown): unknown {
  if (value === null || value === undefined) return value;
  switch (shape.kind) {
    case 'leaf':
    case 'json':
      return value;
    case 'array':
      return (value as unknown[]).map((item) => fromWire(shape.element, item));
    case 'map': {
      const converted: Record<string, unknown> = {};
      for (const [key, item] of Object.entries(value)) converted[key] = fromWire(shape.value, item);
      return converted;
    }
    case 'union':
      return fromWire(shape.options.get((value as Record<string, string>)[shape.discriminator]!)!, value);
    case 'object': {
      const converted: Record<string, unknown> = {};
      // In the order of the shape, so that the same value is the same text however its sender ordered it.
      for (const { key, camel, shape: inner } of shape.fields.values()) {
        if (Object.hasOwn(value, key)) converted[camel] = fromWire(inner, (value as Record<string, unknown>)[key]);
      }
      return converted;
    }
  }
}
