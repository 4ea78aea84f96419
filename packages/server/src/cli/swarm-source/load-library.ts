import { resolve } from 'node:path';
import type { ReferenceLibrary } from '@posthouse/runtime';
import { stdlibLibrary } from '@posthouse/runtime/stdlib';
import { UsageError } from '../usage-error.ts';
import { importModule } from './import-module.ts';

/** What the names in a swarms file stand for: the standard actions, and whatever a module of the user's adds. */
export async function loadLibrary(file: string | undefined, folder: string): Promise<ReferenceLibrary> {
  const standard: ReferenceLibrary = { actions: stdlibLibrary(), prompts: {} };
  if (file === undefined) return standard;
  const module = await importModule(resolve(folder, file), file);
  const own = module.referenceLibrary ?? module.default;
  if (!isLibrary(own)) {
    throw new UsageError(`'${file}' exports no library.`, {
      hint: 'Write: export const referenceLibrary = { actions: {…}, prompts: {…} };',
    });
  }
  return { actions: { ...standard.actions, ...own.actions }, prompts: { ...own.prompts } };
}

function isLibrary(value: unknown): value is ReferenceLibrary {
  if (typeof value !== 'object' || value === null || !('actions' in value) || !('prompts' in value)) return false;
  return isObject(value.actions) && isObject(value.prompts);
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}
