import { deleted, transcriptMoved } from '../refusals.ts';
import type { Transcripts } from '../transcript.ts';
import { toLineColumns } from '../transcript-row.ts';
import { transcriptGraveOf } from '../tombstone.ts';
import type { DatabaseAccess } from './workplace.ts';

/** Transcripts in SQLite: what is appended joins the transaction of its tick, like every other write. */
export function sqliteTranscripts({ place, read, write }: DatabaseAccess): Transcripts {
  const { transcript: table, tombstone: tombstones } = place.tables;
  return {
    read: async (name, message, page) => read(() => table.read(name, message, page)),
    messages: async (name, from, to) => read(() => table.messages(name, from, to)),
    find: async (name, id) => read(() => table.find(name, id)),
    head: async (name) => read(() => table.head(name)),

    async append(given) {
      const { transcript, message, after, id, durability } = given;
      const lines = toLineColumns(given);
      await write(() => {
        // The first line of a message is the only one that nothing else has to be there for.
        if (after === 0 && tombstones.has(transcriptGraveOf(transcript))) throw deleted('the session');
        const isNamed = id !== undefined && table.find(transcript, id) !== undefined;
        if (isNamed || table.length(transcript, message) !== after) throw transcriptMoved(message, after);
        table.append(transcript, { message, after, id }, lines);
      }, durability);
    },
  };
}
