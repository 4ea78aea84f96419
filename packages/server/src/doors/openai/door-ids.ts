import type { SlicePlace } from '../read-slice.ts';

/**
 * Ids that say where in which log they belong, so that every process can look them up at any time. Whose the task is they
 * do not say; that is asked of whoever brings one. Short, because other services refuse long ids that come back with a
 * history.
 */
export type ResponsePlace = SlicePlace & {
  swarm: string;
  /** Whether what agents think is part of the response. */
  summaries: boolean;
};

/** A call that waits: the pause that named it, and its place in the list. */
export type CallPlace = { taskId: string; seq: number; index: number };

const TASK = String.raw`([\w-]{22})`;
const NUMBER = '([0-9a-z]{1,10})';
const RESPONSE = new RegExp(`^resp_${TASK}${NUMBER}(?:-${NUMBER})?(\\.r)?_([\\w-]+)$`);
const ITEM = new RegExp(`^(?:msg|rs)_${TASK}${NUMBER}(?:-${NUMBER})?_\\d{1,6}$`);
const CALL = new RegExp(`^(?:call|fc)_${TASK}${NUMBER}_(\\d{1,6})$`);

/** @example toResponseId({ taskId, after: 4, posted: 4, swarm: 'desk', summaries: false }) // resp_PB-KUmoOT16aYw9bjx0sdw4_ZGVzaw */
export function toResponseId(place: ResponsePlace): string {
  const { swarm, summaries } = place;
  return `resp_${toPlaceText(place)}${summaries ? '.r' : ''}_${Buffer.from(swarm, 'utf8').toString('base64url')}`;
}

export function readResponseId(id: string): ResponsePlace | undefined {
  const [, task, after, gap, summaries, swarm] = RESPONSE.exec(id) ?? [];
  if (task === undefined || after === undefined || swarm === undefined) return undefined;
  return {
    ...toPlace(task, after, gap),
    swarm: Buffer.from(swarm, 'base64url').toString('utf8'),
    summaries: summaries !== undefined,
  };
}

/** The id of something that a response contains. */
export function toItemId(kind: 'msg' | 'rs', place: SlicePlace, index: number): string {
  return `${kind}_${toPlaceText(place)}_${index}`;
}

/** Which response an item was part of. */
export function readItemId(id: string): SlicePlace | undefined {
  const [, task, after, gap] = ITEM.exec(id) ?? [];
  return task === undefined || after === undefined ? undefined : toPlace(task, after, gap);
}

export function toCallId({ taskId, seq, index }: CallPlace, kind: 'call' | 'fc' = 'call'): string {
  return `${kind}_${packId(taskId)}${seq.toString(36)}_${index}`;
}

export function readCallId(id: string): CallPlace | undefined {
  const [, task, seq, index] = CALL.exec(id) ?? [];
  if (task === undefined || seq === undefined || index === undefined) return undefined;
  return { taskId: unpackId(task), seq: Number.parseInt(seq, 36), index: Number(index) };
}

function toPlaceText({ taskId, after, posted }: SlicePlace): string {
  const gap = posted - after;
  return `${packId(taskId)}${after.toString(36)}${gap === 0 ? '' : `-${gap.toString(36)}`}`;
}

function toPlace(task: string, after: string, gap = '0'): SlicePlace {
  const start = Number.parseInt(after, 36);
  return { taskId: unpackId(task), after: start, posted: start + Number.parseInt(gap, 36) };
}

/** Tasks that begin here have ids of ours, which are UUIDs. */
function packId(uuid: string): string {
  return Buffer.from(uuid.replaceAll('-', ''), 'hex').toString('base64url');
}

function unpackId(packed: string): string {
  const hex = Buffer.from(packed, 'base64url').toString('hex').padEnd(32, '0');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
