import type { LogEntry } from '@posthouse/protocol';
import { partId } from '../live/merge-texts.ts';

/**
 * What is wrong with the log of a task, a sentence each; nothing when every rule holds that a log keeps whatever
 * happened: no gaps, one start and one end per run, one end per call, one end per text.
 *
 * @example expect(checkLog(await logOf(instance, taskId))).toEqual([]);
 */
export function checkLog(entries: readonly LogEntry[]): string[] {
  return [
    ...checkOrder(entries),
    ...checkRuns(entries),
    ...checkCalls(entries),
    ...checkTexts(entries),
    ...checkPauses(entries),
  ];
}

function checkOrder(entries: readonly LogEntry[]): string[] {
  return entries.flatMap(({ seq, at }, index) => {
    const before = entries[index - 1];
    return [
      ...(seq === index + 1 ? [] : [`entry ${index + 1} has the number ${seq}`]),
      ...(before === undefined || before.at <= at ? [] : [`entry ${seq} is older than the one before it`]),
    ];
  });
}

/** Runs come one after the other, and everything happens in the one that is open. */
function checkRuns(entries: readonly LogEntry[]): string[] {
  const problems: string[] = [];
  let open: number | undefined;
  let last = 0;
  for (const { type, run, seq } of entries) {
    if (type === 'run-started') {
      if (open !== undefined) problems.push(`run ${run} starts at ${seq} while run ${open} is open`);
      if (run !== last + 1) problems.push(`run ${run} follows run ${last}`);
      open = last = run;
    } else if (run !== open && run !== 0) {
      problems.push(`${type} at ${seq} is of run ${run}, the open run is ${open ?? 'none'}`);
    }
    if (type === 'run-ended') open = undefined;
  }
  if (open !== undefined) problems.push(`run ${open} has not ended`);
  return problems;
}

type CallTrace = { kind: string; run: number; started: number; ended: number };

function checkCalls(entries: readonly LogEntry[]): string[] {
  const problems: string[] = [];
  const calls = new Map<string, CallTrace>();
  for (const entry of entries) {
    if (entry.type !== 'call' && entry.type !== 'call-started' && entry.type !== 'call-ended') continue;
    const name = callName(entry);
    const known = calls.get(name);
    if (entry.type === 'call') {
      if (known !== undefined) problems.push(`${name} is made twice`);
      calls.set(name, { kind: entry.kind, run: entry.run, started: 0, ended: 0 });
      continue;
    }
    if (known === undefined) {
      problems.push(`${entry.type} at ${entry.seq} is of a call that was not made: ${name}`);
      continue;
    }
    if (known.run !== entry.run) problems.push(`${name} of run ${known.run} goes on in run ${entry.run}`);
    if (known.ended > 0) problems.push(`${entry.type} at ${entry.seq} comes after the end of ${name}`);
    if (entry.type === 'call-ended') known.ended += 1;
    else if (known.kind !== 'action') problems.push(`${name} is of kind ${known.kind} and starts`);
    else known.started += 1;
  }
  for (const [name, { started, ended }] of calls) {
    if (ended !== 1) problems.push(`${name} has ended ${ended} times`);
    if (started > 1) problems.push(`${name} has started ${started} times`);
  }
  return problems;
}

/** A text begins once, and before it is written or given up; it ends once, within its run. */
function checkTexts(entries: readonly LogEntry[]): string[] {
  const problems: string[] = [];
  const open = new Map<string, string>();
  const ended = new Set<string>();
  for (const entry of entries) {
    const { agent = '', turn = 0, seq } = entry;
    if (entry.type === 'text-started') {
      const name = partId({ ...entry, agent, turn });
      if (open.has(name) || ended.has(name)) problems.push(`${name} begins again at ${seq}`);
      open.set(name, entry.kind);
    } else if (entry.type === 'text-written' || entry.type === 'text-abandoned') {
      for (const text of entry.parts) {
        const name = partId(text);
        if (ended.has(name)) problems.push(`${name} ends again at ${seq}`);
        if ((open.get(name) ?? text.kind) !== text.kind) problems.push(`${name} ends as ${text.kind} at ${seq}`);
        if (text.agent !== agent || text.turn !== turn || text.attempt !== entry.attempt) {
          problems.push(`${name} is told of at ${seq}, by ${agent}/${turn}/${entry.attempt}`);
        }
        open.delete(name);
        ended.add(name);
      }
    } else if (entry.type === 'run-ended') {
      for (const name of open.keys()) problems.push(`${name} came to nothing in run ${entry.run}`);
      open.clear();
    }
  }
  return problems;
}

/** Only an open pause can be resumed, and only calls that it named. Nobody is asked again about what was answered. */
function checkPauses(entries: readonly LogEntry[]): string[] {
  const problems: string[] = [];
  let paused = new Set<string>();
  const answered = new Set<string>();
  for (const entry of entries) {
    // Models may use a call id again, and then somebody is asked about another call.
    if (entry.type === 'call') answered.delete(entry.callId);
    if (entry.type === 'call-ended') answered.add(entry.callId);
    if (entry.type === 'paused') {
      const named = new Set(entry.calls.map((call) => call.callId));
      const old = [...named].filter((callId) => answered.has(callId));
      if (old.length > 0) problems.push(`${entry.seq} asks about ${old.join(', ')}, which was answered before`);
      // A question that a pause does not repeat has been answered: an approval has no result then.
      for (const callId of paused) if (!named.has(callId)) answered.add(callId);
      paused = new Set([...paused, ...named]);
    }
    if (entry.type === 'resumed') {
      const strangers = entry.callIds.filter((callId) => !paused.has(callId));
      if (strangers.length > 0) problems.push(`${entry.seq} resumes ${strangers.join(', ')}, which no pause named`);
      for (const callId of paused) answered.add(callId);
      paused = new Set();
    }
    if (entry.type === 'run-ended') paused = new Set();
  }
  return problems;
}

/** Models may use a call id again in another turn. */
export function callName({ agent, turn, callId }: { agent?: string; turn?: number; callId: string }): string {
  return `${agent ?? ''}/${turn ?? ''}/${callId}`;
}
