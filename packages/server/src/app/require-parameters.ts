import { invalidInput } from '@posthouse/protocol';
import { toMailType } from './to-mail-type.ts';

export type ParameterType = 'str' | 'dict' | 'list';

/**
 * Checks that a body has what MAIL asks for, in MAIL's own words. What is inside is for the schemas to judge.
 *
 * @example requireParameters({ input: 'x' }, { input: 'list' }) // throws: parameter 'input' must be a list, got str
 */
export function requireParameters(body: Record<string, unknown>, wanted: Record<string, ParameterType>): void {
  for (const [name, type] of Object.entries(wanted)) {
    if (!Object.hasOwn(body, name)) throw invalidInput(`parameter '${name}' is required`);
    const got = toMailType(body[name]);
    if (got !== type) throw invalidInput(`parameter '${name}' must be a ${type}, got ${got}`);
  }
}
