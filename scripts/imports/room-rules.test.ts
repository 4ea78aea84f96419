import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repositoryRoot } from '../workspace/read-workspace.ts';
import { roomRules } from './room-rules.ts';

/** A table of docs/architecture.md, by the names in its first column: the words of its last column. */
function readTable(title: string): Map<string, string> {
  const page = readFileSync(join(repositoryRoot, 'docs/architecture.md'), 'utf8');
  const table = new RegExp(`^\\| ${title} .*\\n\\|[-| ]+\\n((?:\\|.*\\n)+)`, 'm').exec(page)![1]!;
  const rows = table.trimEnd().split('\n');
  return new Map(
    rows.flatMap((row) => {
      const cells = row.split('|').map((cell) => cell.trim());
      return [...cells[1]!.matchAll(/`([^`]+)`/g)].map(([, name]) => [name!, cells.at(-2)!] as const);
    }),
  );
}

const roomNames = ['protocol', 'store', 'runtime', 'agents', 'chat', 'server', 'client', 'testkit', 'components'];

test('docs/architecture.md says of each room which others it may import, as the check enforces it', () => {
  const told = readTable('room');
  const rooms = Object.entries(roomRules).filter(([room]) => room !== '.' && room !== 'examples/chat-page');
  expect([...told.keys()].toSorted()).toEqual(rooms.map(([room]) => room).toSorted());
  for (const [room, { mayImport, mayLoadLazily = [] }] of rooms) {
    const words = new Set(told.get(room)!.match(/\b[a-z]+\b/g));
    const named = words.has('anything') ? 'anything' : roomNames.filter((name) => words.has(name));
    const allowed =
      mayImport === 'anything'
        ? mayImport
        : [...mayImport, ...mayLoadLazily].map((name) => name.split('/')[0]!).toSorted();
    expect(named === 'anything' ? named : named.toSorted(), room).toEqual(allowed);
  }
});

test('docs/architecture.md says what is in each folder of the runtime', () => {
  const entries = readdirSync(join(repositoryRoot, 'packages/runtime/src'), { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory() && entry.name !== '__fixtures__');
  expect([...readTable('folder').keys()].toSorted()).toEqual(folders.map(({ name }) => name).toSorted());
});
