import { z } from 'zod';
import type { Action } from '../../definitions/action.ts';
import { ExpectedFailure } from '../expected-failure.ts';
import { fsAction, type PathInput, pathParameter } from './fs-action.ts';
import type { FSSettings } from './fs-options.ts';
import { locate } from './locate.ts';
import { openChecked } from './open-checked.ts';

/** `read_file`: the text of a file. */
export function readFileAction({ root, maxBytes }: FSSettings): Action<PathInput> {
  return fsAction({
    name: 'read_file',
    description: 'Read a text file.',
    parameters: z.object({ path: pathParameter }),
    idempotent: true,
    run: async ({ path }) => {
      const { missing, ...location } = await locate(root, path);
      if (missing.length > 0) throw new ExpectedFailure(`file not found at ${path}`);
      if (location.real === location.root) throw new ExpectedFailure(`${path} is not a file`);
      await using file = await openChecked({ ...location, path, mode: 'read' });
      const chunks: Buffer[] = [];
      let length = 0;
      // One byte more than allowed, because a file may grow while it is read.
      for await (const chunk of file.createReadStream({ end: maxBytes, autoClose: false })) {
        chunks.push(chunk as Buffer);
        length += chunks.at(-1)!.length;
      }
      if (length > maxBytes) throw new ExpectedFailure(`${path} is larger than ${maxBytes} bytes`);
      return toText(Buffer.concat(chunks), path);
    },
  });
}

function toText(bytes: Buffer, path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new ExpectedFailure(`${path} is not a text file in UTF-8`);
  }
}
