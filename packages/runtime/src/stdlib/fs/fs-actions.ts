import { invalidConfiguration } from '@posthouse/protocol';
import type { AnyAction } from '../../definitions/action.ts';
import { createDirectoryAction } from './create-directory.ts';
import { deleteFileAction } from './delete-file.ts';
import type { FSActionsOptions, FSSettings } from './fs-options.ts';
import { readDirectoryAction } from './read-directory.ts';
import { readFileAction } from './read-file.ts';
import { writeFileAction } from './write-file.ts';

/** No buffer is made that is larger than this. */
const MAX_BUFFER_BYTES = 1_000_000_000;

/**
 * The actions `read_file`, `write_file`, `delete_file`, `create_directory` and `read_directory`, confined to one
 * folder: paths are relative to it, and neither `..` nor a link leads out. Errors that an agent should handle come
 * back as a text that starts with `Error: `.
 *
 * @example
 * const scribe = agent({ name: 'scribe', commTargets: ['supervisor'], actions: fsActions({ root: './workspace' }) });
 */
export function fsActions({ root, maxBytes = 1_000_000, readOnly = false }: FSActionsOptions): AnyAction[] {
  if (!Number.isInteger(maxBytes) || maxBytes < 1 || maxBytes > MAX_BUFFER_BYTES) {
    throw invalidConfiguration(`maxBytes must be a whole number from 1 to ${MAX_BUFFER_BYTES}.`);
  }
  const settings: FSSettings = { root, maxBytes };
  const readers = [readFileAction(settings), readDirectoryAction(settings)];
  if (readOnly) return readers;
  return [...readers, writeFileAction(settings), deleteFileAction(settings), createDirectoryAction(settings)];
}
