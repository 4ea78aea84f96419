import { MAX_ID_LENGTH } from '../id.ts';
import { isPlainObject } from '../wire/is-plain-object.ts';
import { oneOf as toOneOf } from '../wire/problem.ts';
import type { Rule, WireShape } from '../wire/wire-shape.ts';

const leaf = (...rules: readonly Rule[]): WireShape => ({ kind: 'leaf', rules });

const isText: Rule = [(value) => typeof value === 'string', 'a string'];
const isNumber: Rule = [Number.isFinite, 'a number'];
const isInteger: Rule = [Number.isSafeInteger, 'an integer'];
const isPositive: Rule = [(value: number) => value > 0, 'a number of more than 0'];
export const isObject: Rule = [isPlainObject, 'an object'];
export const isList: Rule = [Array.isArray, 'a list'];
export const isFilledList: Rule = [(list: unknown[]) => list.length > 0, 'a list of at least 1 item'];

export const text = /* @__PURE__ */ leaf(isText);
export const filledText = /* @__PURE__ */ leaf(isText, [(value) => value !== '', 'a string of at least 1 character']);
export const id = /* @__PURE__ */ leaf(isText, [
  ({ length }: string) => length > 0 && length <= MAX_ID_LENGTH,
  `an id of 1 to ${MAX_ID_LENGTH} characters`,
]);
export const number = /* @__PURE__ */ leaf(isNumber);
export const positive = /* @__PURE__ */ leaf(isNumber, isPositive);
export const integer = /* @__PURE__ */ leaf(isNumber, isInteger);
export const count = /* @__PURE__ */ leaf(isNumber, isInteger, isPositive);
export const flag = /* @__PURE__ */ leaf([(value) => typeof value === 'boolean', 'a boolean']);

/** One of a few values. */
export const oneOf = (...values: readonly string[]): WireShape =>
  leaf([(value: string) => values.includes(value), toOneOf(values)]);

/** A plain value of one kind or the other. */
export const either = (...shapes: readonly WireShape[]): WireShape =>
  leaf([
    (value: never) => shapes.some(({ rules = [] }) => rules.every(([holds]) => holds(value))),
    shapes.flatMap(({ rules = [] }) => rules.map(([, expected]) => expected)).join(' or '),
  ]);

/** Any JSON. */
export const json: WireShape = { kind: 'json', rules: [[(value) => value !== undefined, 'a value']] };
/** Any JSON that is an object. */
export const jsonObject: WireShape = { kind: 'json', rules: [isObject] };
