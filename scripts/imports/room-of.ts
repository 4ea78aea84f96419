/**
 * The room a file belongs to: the folder among the known ones that contains it, `.` for files at the top, or undefined
 * for a folder nobody has described.
 */
export function roomOf(path: string, rooms: Readonly<Record<string, unknown>>): string | undefined {
  if (!path.includes('/')) return '.';
  return Object.keys(rooms).find((folder) => path.startsWith(`${folder}/`));
}
