const MAX_NAME_LENGTH = 64;

/**
 * Names under which swarms can be tools: letters, digits, dashes and underscores, 64 at most. Names that become the same
 * get a number.
 *
 * @example toToolNames(['news room', 'news/room']) // Map { 'news_room' => 'news room', 'news_room_2' => 'news/room' }
 */
export function toToolNames(swarms: readonly string[]): Map<string, string> {
  const names = new Map<string, string>();
  // A swarm whose name is legal keeps it, whatever the others are called.
  const legalFirst = swarms.toSorted(
    (left, right) => Number(toLegal(left) !== left) - Number(toLegal(right) !== right),
  );
  for (const swarm of legalFirst) {
    const legal = toLegal(swarm);
    let name = legal;
    for (let copy = 2; names.has(name); copy += 1)
      name = `${legal.slice(0, MAX_NAME_LENGTH - String(copy).length - 1)}_${copy}`;
    names.set(name, swarm);
  }
  return names;
}

function toLegal(swarm: string): string {
  return swarm.replaceAll(/[^\w-]+/g, '_').slice(0, MAX_NAME_LENGTH);
}
