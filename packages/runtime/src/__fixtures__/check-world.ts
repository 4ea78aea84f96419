import type { LogEntry, MessageEntry, NewEntry } from '@posthouse/protocol';
import { swarmOf } from '@posthouse/protocol';
import type { Store, Task } from '@posthouse/store';
import { noteOf } from '../task/letters/letter-note.ts';
import { toRemoteEntry } from '../federation/to-remote-entries.ts';
import { checkTask, readWholeTask, type WholeTask } from './check-task.ts';

/** Servers whose tasks can be looked at, wherever they run. */
export type World = {
  /** What the servers could tell nobody. */
  errors: readonly unknown[];
  /** Every task at every server, whoever it is for. */
  tasks(): Promise<{ server: { name: string; store: Store }; task: Task }[]>;
};

/** A task at one of the servers. */
type Place = { swarm: string; task: Task; whole: WholeTask };

/**
 * What is wrong with a world that has come to rest, a sentence each: with every task by itself, and with what has passed
 * between them. No letter is lost, none arrives twice, and what is told of others is what they did.
 */
export async function checkWorld(world: World): Promise<string[]> {
  const places = await readPlaces(world);
  return [
    ...world.errors.map((error) => `told nobody: ${error instanceof Error ? error.stack : String(error)}`),
    ...places.flatMap(({ swarm, task, whole }) =>
      checkTask(whole).map((problem) => `${swarm}, ${task.owner.id}: ${problem}`),
    ),
    ...checkLetters(places),
    ...places.flatMap((place) => checkRemote(place, places)),
  ];
}

export async function readPlaces(world: World): Promise<Place[]> {
  const places: Place[] = [];
  for (const { server, task } of await world.tasks()) {
    places.push({ swarm: server.name, task, whole: await readWholeTask(server.store, task.key) });
  }
  return places;
}

function checkLetters(places: readonly Place[]): string[] {
  const problems: string[] = [];
  const arrived = new Map<string, number>();
  const sent = new Set<string>();
  for (const { swarm, whole } of places) {
    for (const [id] of Map.groupBy(messagesOf(whole).filter(isFromOutside), ({ message }) => message.id)) {
      arrived.set(`${swarm}/${id}`, (arrived.get(`${swarm}/${id}`) ?? 0) + 1);
    }
  }
  for (const { swarm, whole } of places) {
    for (const entry of messagesOf(whole)) {
      const target = swarmOf(entry.to);
      if (target === undefined) continue;
      const name = `${target}/${entry.message.id}`;
      sent.add(name);
      if (arrived.has(name) || isExcused(entry, whole)) continue;
      problems.push(`'${entry.message.message.subject}' of ${swarm} to ${entry.to} never arrived`);
    }
  }
  for (const [name, times] of arrived) {
    if (times > 1) problems.push(`letter ${name} arrived in ${times} tasks`);
    if (!sent.has(name)) problems.push(`letter ${name} was sent by nobody`);
  }
  return [...problems, ...places.flatMap(checkEndings)];
}

/** Whoever asked hears once what a letter came to, and not before the run is over that it was read in. */
function checkEndings({ swarm, whole }: Place): string[] {
  const told = new Map<string, number>();
  for (const { to, run, message } of messagesOf(whole)) {
    const seen = swarmOf(to) === undefined ? [] : (noteOf(message).ended?.seen ?? []);
    for (const id of seen) told.set(id, (told.get(id) ?? 0) + 1);
    const later = whole.entries.filter((each) => each.type === 'run-started' && each.run > run);
    const early = seen.filter((id) => later.some((each) => each.type === 'run-started' && each.messages?.includes(id)));
    if (early.length > 0)
      return [`${swarm} tells ${to} of letters before they have started their run: ${early.join()}`];
  }
  return [...told].flatMap(([id, times]) => (times > 1 ? [`${swarm} tells ${times} times what became of ${id}`] : []));
}

function messagesOf({ entries }: WholeTask): MessageEntry[] {
  return entries.filter((entry): entry is MessageEntry => entry.type === 'message');
}

function isFromOutside({ message: { message } }: MessageEntry): boolean {
  return message.sender.addressType === 'agent' && swarmOf(message.sender.address) !== undefined;
}

/** Word of an end may come too late to be worth anything; and what was taken back or given up, the log says so. */
function isExcused({ message, to }: MessageEntry, { entries }: WholeTask): boolean {
  if (noteOf(message).ended !== undefined) return true;
  const { subject, sender } = message.message;
  return entries.some((entry) => {
    if (entry.type !== 'notice') return false;
    if (entry.code === 'letter_lost') return entry.text.includes(subject);
    return entry.code === 'mail_dropped' && entry.text.includes(`${sender.address} to @${swarmOf(to)}: ${subject}`);
  });
}

/** What a run tells of those who work for it are pieces of their logs, each without gaps and in order. */
function checkRemote({ swarm, task, whole }: Place, places: readonly Place[]): string[] {
  const isWorker = ({ task: { owner, taskId } }: Place) =>
    owner.role === 'swarm' && owner.id === swarm && taskId === task.taskId;
  const remote = whole.entries.filter((entry) => entry.type === 'remote');
  return [...Map.groupBy(remote, (entry) => entry.run)].flatMap(([run, told]) => {
    const logs = places
      .filter(isWorker)
      .map((peer) => peer.whole.entries.map((entry) => toText(toRemoteEntry(entry, peer.swarm, run))));
    // Two of them may have done the same. Then it can be the one or the other, and what follows tells.
    let readings: number[][] = [logs.map(() => -1)];
    const strange = told.filter((entry) => {
      const next = readings.flatMap((reading) => readOn(reading, logs, toText(toPlain(entry))));
      if (next.length > 0) readings = [...new Map(next.map((each) => [each.join(), each])).values()];
      return next.length === 0;
    });
    return strange.map(({ seq }) => `entry ${seq} of ${swarm} is not what somebody did next who works for it`);
  });
}

/** Every way in which a text can be the next of one of the logs; -1 is for one of which nothing has been told. */
function readOn(reading: readonly number[], logs: readonly string[][], text: string): number[][] {
  return logs.flatMap((texts, log) => {
    const found = reading[log]! < 0 ? [...texts.keys()].filter((place) => texts[place] === text) : [reading[log]!];
    return found.filter((place) => texts[place] === text).map((place) => reading.with(log, place + 1));
  });
}

function toPlain({ seq: _seq, at: _at, ...entry }: LogEntry): NewEntry {
  return entry;
}

function toText(entry: NewEntry): string {
  return JSON.stringify(entry, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  );
}
