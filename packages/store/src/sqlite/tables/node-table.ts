import type { DatabaseSync } from 'node:sqlite';
import { fromTextColumn, toTextColumn } from '../../text-column.ts';

/** The leases: which processes live. */
export function nodeTable(database: DatabaseSync) {
  const upsert = database.prepare(
    'INSERT INTO node (name, beat) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET beat = excluded.beat',
  );
  const select = database.prepare('SELECT beat FROM node WHERE name = ?');
  const selectAll = database.prepare('SELECT name FROM node ORDER BY name');
  const selectSilent = database.prepare('SELECT name FROM node WHERE beat < ?');
  const remove = database.prepare('DELETE FROM node WHERE name = ?');

  return {
    beat(node: string, now: number): void {
      upsert.run(toTextColumn(node), now);
    },

    lastBeat(node: string): number | undefined {
      return (select.get(toTextColumn(node)) as { beat: number } | undefined)?.beat;
    },

    names(): string[] {
      return (selectAll.all() as { name: string }[]).map(({ name }) => fromTextColumn(name));
    },

    silentSince(time: number): string[] {
      return (selectSilent.all(time) as { name: string }[]).map(({ name }) => fromTextColumn(name));
    },

    remove(node: string): void {
      remove.run(toTextColumn(node));
    },
  };
}
