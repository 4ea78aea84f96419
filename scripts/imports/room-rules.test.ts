import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repositoryRoot } from '../workspace/read-workspace.ts';
import { roomRules } from './room-rules.ts';

/** The table of docs/architecture.md: what each room may import, in words. */
function toldRules(): Map<string, string> {
  const page = readFileSync(join(repositoryRoot, 'docs/architecture.md'), 'utf8');
  const table = /^\| room .*\n\|[-| ]+\n((?:\|.*\n)+)/m.exec(page)![1]!;
  const rows = table.trimEnd().split('\n');
  return new Map(
    rows.flatMap((row) => {
      const cells = row.split('|').map((cell) => cell.trim());
      return [...cells[1]!.matchAll(/`([^`]+)`/g)].map(([, room]) => [room!, cells[3]!] as const);
    }),
  );
}

const roomNames = ['protocol', 'store', 'runtime', 'chat', 'server', 'client', 'testkit', 'components'];

test('docs/architecture.md says of each room which others it may import, as the check enforces it', () => {
  const told = toldRules();
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
