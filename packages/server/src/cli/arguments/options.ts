import type { Completion } from './command-spec.ts';

/** An option that is there or not. */
export function flag(about: string, short?: string) {
  return { kind: 'flag', about, short } as const;
}

export type TextOptions = { short?: string; choices?: readonly string[]; completes?: Completion };

/** An option with a text as its value. */
export function text(value: string, about: string, options: TextOptions = {}) {
  return { kind: 'text', value, about, ...options } as const;
}

/** An option that may be repeated, and gives a list. */
export function texts(value: string, about: string) {
  return { kind: 'texts', value, about } as const;
}

export type NumberOptions = { short?: string; integer?: true; least?: number; most?: number };

/** An option with a number as its value. */
export function number(value: string, about: string, options: NumberOptions = {}) {
  return { kind: 'number', value, about, ...options } as const;
}
