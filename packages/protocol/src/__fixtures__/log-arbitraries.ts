import fc from 'fast-check';
import type { Fact, LogEntry, NewEntry } from '../index.ts';
import { CALL_KINDS } from '../log/call.ts';
import { TEXT_KINDS } from '../log/live-text.ts';
import { type LogWriter, writeLog } from './log-writer.ts';
import { messageArbitrary, withOptions } from './message-arbitraries.ts';
import {
  idArbitrary,
  jsonArbitrary,
  jsonObjectArbitrary,
  nameArbitrary,
  textArbitrary,
  timeArbitrary,
} from './text-arbitraries.ts';

const MAIL_TOOLS = ['task_complete', 'await_message', 'ignore_broadcast', 'help', 'send_request'] as const;
const toolArbitrary = fc.oneof(nameArbitrary, fc.constantFrom(...MAIL_TOOLS, 'acknowledge_broadcast'));
const countArbitrary = fc.nat({ max: 99 });
const callRef = { callId: idArbitrary, tool: toolArbitrary, kind: fc.constantFrom(...CALL_KINDS) };
const resultArbitrary = withOptions(
  { status: fc.constantFrom('success', 'error', 'unknown', 'not-run'), content: jsonArbitrary },
  { code: fc.constantFrom('duplicate', 'action_failed') },
);
const liveTextArbitrary = fc.record({
  agent: nameArbitrary,
  turn: countArbitrary,
  attempt: countArbitrary,
  part: countArbitrary,
  kind: fc.constantFrom(...TEXT_KINDS),
  text: textArbitrary,
});
const toolSpecArbitrary = withOptions(
  { name: nameArbitrary, parameters: jsonObjectArbitrary },
  { description: textArbitrary },
);
const openCallArbitrary = fc.record({ callId: idArbitrary, tool: toolArbitrary, input: jsonArbitrary });
const addressTextArbitrary = fc.oneof(
  nameArbitrary,
  fc.constantFrom('all', 'clerk@annex', 'clerk@', '@annex', 'a@b@c'),
  textArbitrary,
);
const tokens = fc.nat({ max: 1_000_000 });

/** Each kind of fact that happens in a swarm of ours. */
export const localFactArbitraries = {
  'run-started': withOptions(
    { type: fc.constant('run-started'), answerId: idArbitrary },
    {
      messages: fc.array(idArbitrary, { maxLength: 2 }),
      tools: fc.array(toolSpecArbitrary, { maxLength: 2 }),
      responseFormat: jsonObjectArbitrary,
    },
  ),
  message: fc.record({ type: fc.constant('message'), to: addressTextArbitrary, message: messageArbitrary }),
  call: withOptions(
    { type: fc.constant('call'), ...callRef, input: jsonArbitrary },
    { reasoning: textArbitrary, reasoningRef: idArbitrary, preamble: textArbitrary },
  ),
  'call-started': fc.record({ type: fc.constant('call-started'), ...callRef, input: jsonArbitrary }),
  'call-ended': withOptions(
    { type: fc.constant('call-ended'), ...callRef, result: resultArbitrary },
    { input: jsonArbitrary },
  ),
  usage: fc.record({
    type: fc.constant('usage'),
    model: textArbitrary,
    usage: withOptions(
      { inputTokens: tokens, outputTokens: tokens },
      {
        cacheReadTokens: tokens,
        cacheWriteTokens: tokens,
        reasoningTokens: tokens,
        cost: fc.double({ min: 0, max: 9, noNaN: true }),
      },
    ),
  }),
  'text-started': fc.record({
    type: fc.constant('text-started'),
    attempt: countArbitrary,
    part: countArbitrary,
    kind: fc.constantFrom(...TEXT_KINDS),
  }),
  'text-written': fc.record({
    type: fc.constant('text-written'),
    attempt: countArbitrary,
    parts: fc.array(liveTextArbitrary, { maxLength: 2 }),
  }),
  'text-abandoned': fc.record({
    type: fc.constant('text-abandoned'),
    attempt: countArbitrary,
    parts: fc.array(liveTextArbitrary, { maxLength: 2 }),
  }),
  compacted: fc.record({ type: fc.constant('compacted'), through: countArbitrary }),
  notice: fc.record({ type: fc.constant('notice'), code: nameArbitrary, text: textArbitrary }),
  paused: fc.record({
    type: fc.constant('paused'),
    calls: fc.array(openCallArbitrary, { minLength: 1, maxLength: 3 }),
  }),
  resumed: fc.record({ type: fc.constant('resumed'), callIds: fc.array(idArbitrary, { maxLength: 3 }) }),
  'run-ended': withOptions(
    {
      type: fc.constant('run-ended'),
      outcome: fc.constantFrom('complete', 'error', 'cancelled'),
      text: textArbitrary,
    },
    { code: nameArbitrary },
  ),
} as const;

const localFactArbitrary = fc.oneof(...Object.values(localFactArbitraries)) as fc.Arbitrary<Fact>;

/** What another swarm told us. */
const remoteFactArbitrary = fc.record({
  type: fc.constant('remote'),
  swarm: nameArbitrary,
  fact: localFactArbitrary,
}) as fc.Arbitrary<Fact>;

const factArbitrary = fc.oneof(
  { weight: 8, arbitrary: localFactArbitrary },
  { weight: 1, arbitrary: remoteFactArbitrary },
);

const placeArbitrary = withOptions({ run: countArbitrary }, { agent: nameArbitrary, turn: countArbitrary });

/** Any entry that the schema allows, whether or not it makes sense anywhere. */
export const entryArbitrary: fc.Arbitrary<LogEntry> = fc
  .tuple(placeArbitrary, factArbitrary, fc.integer({ min: 1, max: 1_000_000 }), timeArbitrary)
  .map(([place, fact, seq, at]) => ({ ...(place as Pick<NewEntry, 'run'>), ...fact, seq, at }));

/** Any entries in any order, with the seqs that a store would give them. */
export const entriesArbitrary: fc.Arbitrary<LogEntry[]> = fc
  .array(entryArbitrary, { maxLength: 12 })
  .map((entries) => entries.map((entry, index) => ({ ...entry, seq: index + 1 })));

/** What may happen within a run, written as the runtime writes it. */
const events: Record<string, (log: LogWriter, text: string) => void> = {
  delegate(log, text) {
    const sent = log.call('supervisor', 'send_request', { target: 'weather', subject: text, body: text });
    const awaits = log.call('supervisor', 'await_message', { reason: text });
    log.ended(sent);
    log.ended(awaits);
    log.send('request', 'supervisor', 'weather', { subject: text, body: text });
  },
  act(log, text) {
    const call = log.call('weather', 'get_weather', { city: text }, { kind: 'action' });
    log.started(call);
    log.ended(call, text);
    log.announce('weather', '::action_complete::', 'Action completed successfully');
  },
  fail(log, text) {
    const call = log.call('weather', 'get_weather', { city: text }, { kind: 'action' });
    log.started(call);
    log.ended(call, text, 'error', 'action_failed');
    log.warn('weather', '::action_error::', text);
  },
  ask(log, text) {
    const call = log.call('supervisor', 'ask_human', { question: text }, { kind: 'breakpoint' });
    log.paused(call);
    log.resumed(call);
    log.ended(call, text);
    log.announce('supervisor', '::action_complete_broadcast::', '');
  },
  search: (log, text) => {
    log.ended(log.call('math', 'web_search_call', { query: text }, { kind: 'builtin' }), text);
  },
  broadcast(log, text) {
    log.ended(log.call('supervisor', 'send_broadcast', { subject: text, body: text }));
    log.tell('broadcast', 'supervisor', {
      recipients: ['all'],
      heardBy: ['weather', 'math'],
      subject: text,
      body: text,
    });
  },
  write(log, text) {
    const part = { agent: 'math', turn: 1, attempt: 1, part: 0, kind: 'reasoning' as const };
    log.add({ type: 'text-started', attempt: 1, part: 0, kind: 'reasoning' }, { agent: 'math', turn: 1 });
    log.add({ type: 'text-written', attempt: 1, parts: [{ ...part, text }] }, { agent: 'math', turn: 1 });
  },
  crash(log, text) {
    const part = { agent: 'math', turn: 1, attempt: 1, part: 0, kind: 'text' as const, text };
    log.add({ type: 'text-abandoned', attempt: 1, parts: [part] }, { agent: 'math', turn: 1 });
  },
  count: (log) =>
    log.add({ type: 'usage', model: 'scripted/one', usage: { inputTokens: 3, outputTokens: 4 } }, { agent: 'math' }),
};

const outcomes = ['complete', 'error', 'cancelled'] as const;

/** Logs such as our runtime writes: whole runs, the last one perhaps still going on. */
export const plausibleLogArbitrary: fc.Arbitrary<LogEntry[]> = fc
  .array(
    fc.record({
      question: textArbitrary,
      events: fc.array(fc.tuple(fc.constantFrom(...Object.keys(events)), textArbitrary), { maxLength: 5 }),
      answer: textArbitrary,
      outcome: fc.constantFrom(...outcomes),
    }),
    { minLength: 1, maxLength: 3 },
  )
  .chain((runs) => {
    const log = writeLog();
    for (const run of runs) {
      log.startRun();
      log.ask(run.question);
      for (const [name, text] of run.events) events[name]!(log, text);
      if (run.outcome === 'complete') log.complete('supervisor', run.answer);
      log.endRun(run.answer, run.outcome, run.outcome === 'error' ? 'model_failed' : undefined);
    }
    return fc.nat({ max: log.entries.length }).map((length) => log.entries.slice(0, length));
  });
