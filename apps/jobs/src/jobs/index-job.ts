import type { Database, Statement } from 'better-sqlite3';
import type { JobsDatabase } from '../database/open-database.ts';
import type { JobRow } from '../database/schema.ts';
import { toIndexed, toOwnerWord } from './search-words.ts';

type Indexed = Pick<JobRow, 'id' | 'ownerId' | 'title' | 'company' | 'location' | 'descriptionMd'>;

/** Puts the words of a job into the index, in place of those that were there. To be called in the transaction that writes the job. */
export function indexJob({ sqlite }: JobsDatabase, job: Indexed): void {
  inserting(sqlite).run(
    job.id,
    toOwnerWord(job.ownerId),
    toIndexed(job.title),
    toIndexed(job.company),
    toIndexed(job.location),
    toIndexed(job.descriptionMd),
  );
}

const prepared = new WeakMap<Database, Statement>();

/** The statement, prepared once for each connection. */
function inserting(sqlite: Database): Statement {
  const known = prepared.get(sqlite);
  if (known !== undefined) return known;
  const statement = sqlite.prepare(
    'INSERT OR REPLACE INTO jobs_fts (rowid, owner_id, title, company, location, description) VALUES (?, ?, ?, ?, ?, ?)',
  );
  prepared.set(sqlite, statement);
  return statement;
}

/** Takes a job out of the index. */
export function unindexJob({ sqlite }: JobsDatabase, id: number): void {
  sqlite.prepare('DELETE FROM jobs_fts WHERE rowid = ?').run(id);
}
