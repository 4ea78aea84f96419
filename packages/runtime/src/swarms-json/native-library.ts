import type { ReferenceLibrary } from './load-options.ts';

/** True for names of actions that reach further than this process. */
export function isStandardAction(name: string): boolean {
  return name.startsWith('stdlib/');
}

/**
 * What we have for the reference's own library: its standard actions, or the prompts and actions of its examples. Each
 * is loaded when a file first names something of it, because most files name nothing.
 */
export async function loadNativeLibrary(name: string): Promise<ReferenceLibrary> {
  if (!isStandardAction(name)) return (await import('../reference-library/index.ts')).referenceLibrary;
  const { stdlibLibrary } = await import('../stdlib/index.ts');
  return { actions: stdlibLibrary(), prompts: {} };
}

/** The action or the prompt of a library by its name. What every object has, such as `toString`, is not in it. */
export function entryOf({ actions, prompts }: ReferenceLibrary, name: string): unknown {
  if (Object.hasOwn(actions, name)) return actions[name];
  return Object.hasOwn(prompts, name) ? prompts[name] : undefined;
}
