/**
 * An object's own value under a name, never an inherited one such as `constructor`: names and ids come from outside.
 * To set one, spread into a new object (`{ ...known, [name]: value }`): an assignment to `__proto__` is lost.
 *
 * @example
 * ownValue({ ada: 1 }, 'ada');         // 1
 * ownValue({ ada: 1 }, 'constructor'); // undefined
 */
export function ownValue<Value>(values: Readonly<Record<string, Value>> | undefined, name: string): Value | undefined {
  return values !== undefined && Object.hasOwn(values, name) ? values[name] : undefined;
}
