import { deleted, transcriptMoved } from '../refusals.ts';
import type { Transcripts } from '../transcript.ts';
import { transcriptGraveOf } from '../tombstone.ts';
import { toLineColumns } from '../transcript-row.ts';
import type { Database } from './database.ts';
import { tombstoneTable } from './tables/tombstone-table.ts';
import { transcriptTable } from './tables/transcript-table.ts';
import { relax } from './transaction.ts';

/** Transcripts in PostgreSQL. `open` gives the database, or says that the store is closed. */
export function postgresTranscripts(open: () => Database): Transcripts {
  return {
    read: async (name, message, page) => transcriptTable.read(open(), name, message, page),
    messages: async (name, from, to) => transcriptTable.messages(open(), name, from, to),
    find: async (name, id) => transcriptTable.find(open(), name, id),
    head: async (name) => transcriptTable.head(open(), name),

    async append(given) {
      const { transcript, message, after, id, durability } = given;
      const lines = toLineColumns(given);
      await open().transact(async (transaction) => {
        transaction.sign();
        if (durability === 'normal') relax(transaction);
        if (await tombstoneTable.hasTranscript(transaction, transcriptGraveOf(transcript)))
          throw deleted('the session');
        const added = await transcriptTable.append(transaction, transcript, { message, after, id }, lines);
        if (added !== lines.length) throw transcriptMoved(message, after);
      });
    },
  };
}
