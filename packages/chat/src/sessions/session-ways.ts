import type { Session } from '@posthouse/store';

/** Where a conversation can go on in more than one way: before a run of a task. */
export type Parting = {
  taskId: string;
  beforeRun: number;
  /** The task in which the conversation goes on if one takes each of the ways, oldest first. */
  ways: string[];
  /** Which of them it has taken. */
  current: number;
};

type Tree = Pick<Session, 'taskId' | 'branches'>;
type Place = { taskId: string; beforeRun: number };

/**
 * Where the conversation, as it stands now, could have gone another way, from its beginning. Asking once more what was asked
 * once more already is one more way from the same place.
 */
export function toPartings({ taskId, branches }: Tree): Parting[] {
  const origins = toOrigins(branches);
  const places = new Map<string, Place>();
  for (const place of origins.values()) if (place !== undefined) places.set(nameOf(place), place);
  const present = toChain(taskId, origins);
  const partings: Parting[] = [];
  for (const place of places.values()) {
    const taken = wayAt(present, place);
    if (taken === undefined) continue;
    const from = branches.flatMap((branch) => (isSame(origins.get(branch.taskId), place) ? [branch.taskId] : []));
    const ways = [place.taskId, ...from];
    const ends = ways.map((way) => (way === taken ? taskId : toEnd(way, place, { branches, origins })));
    partings.push({ ...place, ways: ends, current: ways.indexOf(taken) });
  }
  const depth = new Map(present.map(({ taskId: each }, index) => [each, index]));
  return partings.toSorted(
    (left, right) => depth.get(left.taskId)! - depth.get(right.taskId)! || left.beforeRun - right.beforeRun,
  );
}

/** Of all that lead along a way, the branch that was begun last. */
function toEnd(
  way: string,
  place: Place,
  { branches, origins }: { branches: Session['branches']; origins: Origins },
): string {
  const end = branches.findLast(({ taskId }) => wayAt(toChain(taskId, origins), place) === way);
  return end?.taskId ?? way;
}

type Origins = Map<string, Place | undefined>;

/** Where each task begins. A task that was left before its first run holds nothing: what comes from there comes from where it did. */
function toOrigins(branches: Session['branches']): Origins {
  const origins: Origins = new Map(branches.map(({ taskId, from }) => [taskId, from]));
  for (const taskId of origins.keys()) {
    let place = origins.get(taskId);
    // Every task can come up once only, so that not even a broken record leads in circles.
    for (let steps = 0; steps < branches.length && place?.beforeRun === 1; steps += 1) {
      const earlier = origins.get(place.taskId);
      if (earlier === undefined) break;
      place = earlier;
    }
    origins.set(taskId, place);
  }
  return origins;
}

/** The tasks that lead to one, from the first, and before which run each was left. */
function toChain(taskId: string, origins: Origins): { taskId: string; beforeRun: number }[] {
  const chain = [{ taskId, beforeRun: Infinity }];
  for (let steps = 0; steps < origins.size; steps += 1) {
    const place = origins.get(chain[0]!.taskId);
    if (place === undefined) break;
    chain.unshift({ ...place });
  }
  return chain;
}

/** The task in which a chain goes on at a place; undefined when it does not come there. */
function wayAt(chain: readonly Place[], { taskId, beforeRun }: Place): string | undefined {
  const index = chain.findIndex((each) => each.taskId === taskId);
  const left = chain[index]?.beforeRun;
  if (left === undefined || left < beforeRun) return undefined;
  return left === beforeRun ? chain[index + 1]!.taskId : taskId;
}

function isSame(left: Place | undefined, right: Place): boolean {
  return left?.taskId === right.taskId && left.beforeRun === right.beforeRun;
}

function nameOf({ taskId, beforeRun }: Place): string {
  return `${beforeRun} ${taskId}`;
}
