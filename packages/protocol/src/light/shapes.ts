import { toObjectShape, toUnionShape, type ObjectShape, type Rule, type WireShape } from '../wire/wire-shape.ts';
import { isFilledList, isList, isObject, oneOf } from './rules.ts';

type Field = WireShape & { optional?: true };

export const optional = (shape: WireShape): Field => ({ ...shape, optional: true });
export const nullable = (shape: WireShape): WireShape => ({ ...shape, nullable: true });

export const list = (element: WireShape): WireShape => ({ kind: 'array', element, rules: [isList] });
export const filledList = (element: WireShape): WireShape => ({ ...list(element), rules: [isList, isFilledList] });
export const map = (value: WireShape): WireShape => ({ kind: 'map', value, rules: [isObject] });

/** An object with these keys and no others. */
export function object(fields: Readonly<Record<string, Field>>): ObjectShape & { rules: readonly Rule[] } {
  const entries = Object.entries(fields);
  return {
    ...toObjectShape(entries.map(([key, shape]) => ({ key, shape, optional: shape.optional === true }))),
    rules: [isObject],
  };
}

/** Objects by the value of their tag. */
export function union(
  discriminator: string,
  options: Readonly<Record<string, Readonly<Record<string, Field>>>>,
): WireShape {
  const entries = Object.entries(options);
  return {
    ...toUnionShape(
      discriminator,
      entries.map(([tag, fields]) => [tag, object({ [discriminator]: oneOf(tag), ...fields })]),
    ),
    rules: [isObject],
  };
}
