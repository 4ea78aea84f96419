import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Recordings and documents of the reference implementation, which are not ours to commit. `MAIL_REFERENCE_DATA` names
 * the folder; without it the lists below are empty and the tests run on our own samples only.
 */
const folder = process.env.MAIL_REFERENCE_DATA;

export const hasReference = folder !== undefined;

function readReference(path: string): string {
  if (folder === undefined) throw new Error('MAIL_REFERENCE_DATA is not set');
  return readFileSync(join(folder, path), 'utf8');
}

export function readReferenceJSON(path: string): unknown {
  return JSON.parse(readReference(path));
}

/** The files of one of its folders whose names end so. */
export function listReference(path: string, ending: string): string[] {
  if (folder === undefined) return [];
  return readdirSync(join(folder, path))
    .filter((name) => name.endsWith(ending))
    .toSorted();
}

/** A frame as recorded. */
export type RecordedFrame = { event: string; data: Record<string, unknown> };

/** The frames of a recorded stream. */
export function readStream(name: string): RecordedFrame[] {
  return readReference(`wire/${name}`)
    .split('\r\n\r\n')
    .filter((block) => block !== '')
    .map((block) => {
      const [event = '', data = ''] = block.split('\r\n');
      return {
        event: event.replace('event: ', ''),
        data: JSON.parse(data.replace('data: ', '')) as Record<string, unknown>,
      };
    });
}

/** Every message envelope and interswarm wrapper in the recordings and examples, with where it was found. */
export function listRecordedMessages(): { name: string; type: 'message' | 'wrapper'; value: unknown }[] {
  const examples = listReference('spec/examples', '.json').map((file) => ({
    name: file,
    value: readReferenceJSON(`spec/examples/${file}`),
  }));
  const streams = listReference('wire', '.sse').flatMap((file) =>
    readStream(file).map((value, index) => ({ name: `${file} frame ${index + 1}`, value: value as unknown })),
  );
  const bodies = listReference('wire', '.json').map((file) => ({
    name: file,
    value: readReferenceJSON(`wire/${file}`),
  }));
  return [...examples, ...streams, ...bodies].flatMap(({ name, value }) => findMessages(name, value));
}

function findMessages(name: string, value: unknown): ReturnType<typeof listRecordedMessages> {
  if (typeof value === 'string' && value.startsWith('{')) return findMessages(name, JSON.parse(value));
  if (typeof value !== 'object' || value === null) return [];
  if ('msg_type' in value && 'message' in value) return [{ name, type: 'message', value }];
  if ('msg_type' in value && 'payload' in value) return [{ name, type: 'wrapper', value }];
  return Object.values(value).flatMap((item) => findMessages(name, item));
}
