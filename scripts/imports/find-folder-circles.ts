import { posix } from 'node:path';
import { roomOf } from './room-of.ts';
import type { RoomRules, SourceFile } from './to-import-violations.ts';

/** One import for each pair of folders of a room. */
type Imports = Map<string, Map<string, string>>;

/**
 * Folders that lie side by side and import each other in a circle, at any depth: a sentence for each place that has one. At
 * the top of a room a file beside the folders counts as a folder of its own, and further down not at all; tests and fixtures
 * may import what they like.
 */
export function findFolderCircles(files: readonly SourceFile[], rules: RoomRules): string[] {
  const rooms = Object.groupBy(files.filter(isSource), ({ path }) => roomOf(path, rules) ?? '');
  return Object.entries(rooms).flatMap(([room, members]) => {
    if (members === undefined || room === '' || room === '.') return [];
    return [room, ...foldersIn(room, members)].flatMap((place) => {
      const circle = findShortestCircle(toImports(room, place, members));
      return circle === undefined ? [] : [`${place}: folders import each other in a circle: ${circle.join('; ')}.`];
    });
  });
}

const isSource = ({ path }: SourceFile): boolean => !/\.test\.tsx?$|\/__fixtures__\//.test(path);

/** Every folder below the sources of a room. */
function foldersIn(room: string, files: readonly SourceFile[]): string[] {
  const folders = new Set<string>();
  for (const { path } of files) {
    let folder = posix.dirname(path);
    for (; folder !== room && folder !== `${room}/src`; folder = posix.dirname(folder)) folders.add(folder);
  }
  return [...folders].toSorted();
}

/** The folder directly below a place, or the file itself at the top of a room; undefined for what lies elsewhere. */
function folderOf(room: string, place: string, path: string): string | undefined {
  if (!path.startsWith(`${place}/`)) return undefined;
  if (place === room)
    return path
      .slice(room.length + 1)
      .replace(/^src\//, '')
      .split('/')[0];
  const [folder, ...rest] = path.slice(place.length + 1).split('/');
  return rest.length === 0 ? undefined : folder;
}

function toImports(room: string, place: string, files: readonly SourceFile[]): Imports {
  const imports: Imports = new Map();
  for (const { path, specifiers } of files) {
    const from = folderOf(room, place, path);
    if (from === undefined) continue;
    for (const { value } of specifiers.filter((each) => each.value.startsWith('.'))) {
      const target = posix.join(posix.dirname(path), value);
      const to = folderOf(room, place, target);
      if (to === undefined || to === from || !isSource({ path: target, specifiers })) continue;
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
