import { posix } from 'node:path';
import { roomOf } from './room-of.ts';
import type { RoomRules, SourceFile } from './to-import-violations.ts';

/** One import for each pair of folders of a room. */
type Imports = Map<string, Map<string, string>>;

/**
 * Folders of one room that import each other in a circle, a sentence for each room that has one. A file beside the folders
 * counts as a folder of its own; tests and fixtures may import what they like.
 */
export function findFolderCircles(files: readonly SourceFile[], rules: RoomRules): string[] {
  const rooms = Object.groupBy(files.filter(isSource), ({ path }) => roomOf(path, rules) ?? '');
  return Object.entries(rooms).flatMap(([room, members]) => {
    if (members === undefined || room === '' || room === '.') return [];
    const circle = findShortestCircle(toImports(room, members));
    return circle === undefined ? [] : [`${room}: folders import each other in a circle: ${circle.join('; ')}.`];
  });
}

const isSource = ({ path }: SourceFile): boolean => !/\.test\.tsx?$|\/__fixtures__\//.test(path);

/** The folder directly below the sources of the room, or the file itself. */
function folderOf(room: string, path: string): string {
  return path
    .slice(room.length + 1)
    .replace(/^src\//, '')
    .split('/')[0]!;
}

function toImports(room: string, files: readonly SourceFile[]): Imports {
  const imports: Imports = new Map();
  for (const { path, specifiers } of files) {
    const from = folderOf(room, path);
    for (const { value } of specifiers.filter((each) => each.value.startsWith('.'))) {
      const target = posix.join(posix.dirname(path), value);
      const to = folderOf(room, target);
      if (!target.startsWith(`${room}/`) || to === from || !isSource({ path: target, specifiers })) continue;
      const known = imports.get(from) ?? new Map<string, string>();
      imports.set(from, known.has(to) ? known : known.set(to, `${path} imports ${target}`));
    }
  }
  return imports;
}

function findShortestCircle(imports: Imports): string[] | undefined {
  const circles = [...imports.keys()].flatMap((start) => findWayBack(imports, start) ?? []);
  return circles.toSorted((one, other) => one.length - other.length).at(0);
}

/** The shortest way from a folder back to itself, as the imports along it; in a list of its own, or no list. */
function findWayBack(imports: Imports, start: string): [string[]] | undefined {
  const ways = new Map<string, string[]>([[start, []]]);
  for (const [folder, way] of ways) {
    for (const [next, example] of imports.get(folder) ?? []) {
      if (next === start) return [[...way, example]];
      if (!ways.has(next)) ways.set(next, [...way, example]);
    }
  }
  return undefined;
}
