import type { JSONObject } from '@posthouse/protocol';
import type { Write } from './write.ts';
import { toJSON } from './to-json.ts';

/** A write with its JSON made. */
export type EncodedWrite = { write: Write; entries: string[]; messages: string[]; turns: string[] };

/**
 * Makes the JSON of a write; `invalid_input` for what JSON cannot say. Done before the write waits for its turn, and with
 * lists of its own, so that what the writer does to it meanwhile does no harm.
 */
export function encodeWrite(write: Write): EncodedWrite {
  const { entries, put = [], turns = [], take = [], data } = write;
  return {
    write: { ...write, entries: [...entries], put: [...put], turns: [...turns], take: [...take], ...copyOf(data) },
    entries: entries.map((entry) => toJSON(entry, 'an entry')),
    messages: put.map((mail) => toJSON(mail.message, 'a message')),
    turns: turns.map((turn) => toJSON(turn.data, 'the data of a turn')),
  };
}

function copyOf(data: JSONObject | undefined): Pick<Write, 'data'> {
  return data === undefined ? {} : { data: JSON.parse(toJSON(data, 'the data of a task')) as JSONObject };
}
