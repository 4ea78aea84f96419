import { isJSONObject } from '@posthouse/protocol';
import { expectThat } from '../findings/expect-that.ts';
import type { Seen } from '../findings/verdict.ts';
import { asObject, type Exchange, objectOf } from '../http/exchange.ts';
import type { Lab, Recording } from '../lab/lab.ts';
import type { Frame } from '../streams/parse-stream.ts';
import { FRAME_NAMES, toLabels } from '../streams/to-label.ts';
import { bodyOf } from '../swarm/conformance-script.ts';
import { type Check, inSection } from './check.ts';

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00$/;
const HEADERS = { 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' };
/** MAIL's own server takes 15 seconds here. */
const MAX_END_MS = 10_000;

/** Checks of streams, down to their bytes. */
export const streamChecks: Check[] = inSection('Streams', 'SHOULD', [
  {
    id: 'S01',
    says: 'A stream says that it is one, and asks proxies not to keep it.',
    run: async (lab) => {
      const { exchange } = await lab.completed();
      const { headers } = exchange.answer;
      const wrong = Object.entries(HEADERS).filter(([name, value]) => headers[name]?.toLowerCase() !== value);
      const cached = !/\bno-cache\b/.test(headers['cache-control'] ?? '');
      const expected = `the headers ${JSON.stringify({ ...HEADERS, 'cache-control': 'no-cache' })}`;
      expectThat(exchange, wrong.length === 0 && !cached, { expected, seen: JSON.stringify(headers) });
    },
  },
  {
    id: 'S02',
    says: 'Lines end with CRLF; a frame is an event line, a line of JSON data and an empty line, at most with an id before.',
    run: async (lab) => {
      const recordings = await streamsOf(lab);
      for (const { exchange, problems, frames } of recordings) {
        const expected = 'frames of an event line and a data line, each line with CRLF';
        expectThat(exchange, problems.length === 0, { expected, seen: problems.join('; ') });
        const ids = frames.flatMap(({ id }) => (id === undefined ? [] : [Number(id)]));
        const rising = ids.every((id, index) => index === 0 || id > ids[index - 1]!);
        expectThat(exchange, rising, { expected: 'ids that rise, where there are any', seen: ids.join(', ') });
      }
      return recordings.some(({ frames }) => frames.some(({ id }) => id !== undefined)) ? ['stream-ids'] : [];
    },
  },
  {
    id: 'S03',
    says: 'Frames have the names that the protocol knows; others are additions.',
    run: async (lab): Promise<Seen> => {
      let added = false;
      for (const { exchange, frames } of await streamsOf(lab)) {
        const names = frames.map(({ event }) => event);
        const odd = names.filter((name) => !/^[a-z][a-z_]*$/.test(name));
        expectThat(exchange, odd.length === 0, { expected: 'names in lower case', seen: odd.join(', ') });
        expectThat(exchange, names.includes('new_message'), {
          expected: 'a new_message frame',
          seen: names.join(', '),
        });
        added ||= names.some((name) => !FRAME_NAMES.has(name));
      }
      return added ? ['added-frames'] : [];
    },
  },
  {
    id: 'S04',
    says: 'Every frame has a timestamp and a task_id; those of the log a description and extra_data, the last one a response.',
    run: async (lab): Promise<Seen> => {
      let added = false;
      for (const { exchange, frames } of await streamsOf(lab)) {
        for (const frame of frames.filter(({ event }) => FRAME_NAMES.has(event))) {
          const problem = problemOf(frame, frame === frames.at(-1));
          expectThat(exchange, problem === undefined, { expected: problem ?? '', seen: JSON.stringify(frame) });
          added ||= hasAddedKeys(frame);
        }
      }
      return added ? ['added-keys'] : [];
    },
  },
  {
    id: 'S05',
    level: 'MUST',
    says: 'A stream ends with one task_complete or task_error that has the response, and then its body ends.',
    run: async (lab) => {
      for (const { exchange, frames } of await streamsOf(lab)) {
        expectThat(exchange, exchange.answer.ended, { expected: 'the body to end after the last frame' });
        const last = frames.filter(({ data }) => 'response' in data);
        const holds = last.length === 1 && last[0] === frames.at(-1);
        const expected = 'one frame with a response, and it is the last';
        expectThat(exchange, holds, { expected, seen: frames.map(({ event }) => event).join(', ') });
      }
    },
  },
  {
    id: 'S06',
    says: 'The stream of a later turn begins with that turn; earlier ones are not repeated.',
    run: async (lab) => {
      const { taskId } = await lab.completed();
      const message = { task_id: taskId, body: await lab.plainBody(), resume_from: 'user_response' };
      const { exchange, frames } = await lab.stream(message);
      const labels = toLabels(frames);
      const questions = labels.filter((label) => label.startsWith('new_message user>'));
      const holds = questions.length === 1 && labels[0] === questions[0];
      expectThat(exchange, holds, { expected: 'the new message first, and no other', seen: labels.join('\n') });
    },
  },
  {
    id: 'S07',
    says: 'A silent stream pings, with a timestamp and the task_id.',
    needs: ['ping', 'scenarios'],
    run: async (lab) => {
      const wait = Math.ceil((lab.options.pingAfterMs ?? 0) * 1.5 + 1_000);
      // The silence was requested, so it is added to the time that any answer may take.
      const limits = { timeoutMs: wait + lab.timeoutMs };
      const { exchange, frames, taskId } = await lab.stream({ body: bodyOf(`wait:${wait}`) }, limits);
      const ping = frames.find(({ event }) => event === 'ping');
      const keys = Object.keys(ping?.data ?? {})
        .toSorted()
        .join();
      const holds = keys === 'task_id,timestamp' && ping?.data.task_id === taskId && ping.id === undefined;
      expectThat(exchange, holds, {
        expected: 'a ping of timestamp and task_id, without an id',
        seen: JSON.stringify(ping),
      });
    },
  },
  {
    id: 'S08',
    says: 'A stream that a breakpoint has stopped ends.',
    needs: ['scenarios'],
    run: async (lab): Promise<Seen> => {
      const { exchange } = await lab.play('breakpoint');
      expectThat(exchange, exchange.answer.ended, { expected: 'the stream of a breakpoint to end' });
      return exchange.answer.milliseconds < MAX_END_MS ? ['breakpoint-ends-at-once'] : [];
    },
  },
  {
    id: 'S09',
    says: 'With show_events an answer lists all events of the task so far, with objects as data; without, events is null.',
    run: async (lab) => {
      const { taskId } = await lab.completed();
      const message = { task_id: taskId, body: await lab.plainBody(), resume_from: 'user_response' };
      const shown = await lab.message({ ...message, show_events: true });
      const events = objectOf(shown).events;
      const list = Array.isArray(events) ? events.map(asObject) : [];
      const objects =
        list.length > 0 && list.every(({ event, data }) => typeof event === 'string' && isJSONObject(data));
      expectThat(shown, objects, { expected: 'events with a name and an object as data' });
      const completions = list.filter(({ event }) => event === 'task_complete_call').length;
      expectThat(shown, completions > 1, {
        expected: 'the events of earlier turns as well',
        seen: `${completions} completions`,
      });
      const plain = await lab.message(message);
      expectThat(plain, objectOf(plain).events === null, { expected: 'events null without show_events' });
    },
  },
  {
    id: 'S10',
    says: 'A task record has all its fields, and events whose data is JSON text.',
    run: async (lab) => {
      const exchange = await lab.task((await lab.completed()).taskId);
      expectRecord(exchange);
      const list = await lab.get(lab.inSwarm('/tasks'));
      const record = asObject(objectOf(list)[(await lab.completed()).taskId]);
      expectThat(list, record.task_id !== undefined, { expected: 'the same task in GET /tasks' });
    },
  },
]);

/** The streams that every check of frames looks at. */
async function streamsOf(lab: Lab): Promise<Recording[]> {
  const recordings = [await lab.completed()];
  if (await lab.hasScenarios()) {
    for (const name of ['delegate', 'badtarget', 'breakpoint']) recordings.push(await lab.play(name));
  }
  return recordings;
}

function problemOf({ event, data }: Frame, last: boolean): string | undefined {
  if (typeof data.timestamp !== 'string' || !TIMESTAMP.test(data.timestamp)) {
    return 'a timestamp such as 2026-01-31T12:00:00.000000+00:00';
  }
  if (typeof data.task_id !== 'string') return 'a task_id';
  if (event === 'ping') return undefined;
  if (last) return typeof data.response === 'string' ? undefined : 'a response in the last frame';
  if (typeof data.description !== 'string') return 'a description';
  if (!isJSONObject(data.extra_data)) return 'extra_data';
  const { extra_data: extra } = data;
  if (event === 'new_message' && !isJSONObject(extra.full_message)) return 'extra_data.full_message';
  if (event === 'tool_call' && !['tool_name', 'tool_args', 'tool_call_id'].every((key) => key in extra)) {
    return 'extra_data with tool_name, tool_args and tool_call_id';
  }
  return undefined;
}

const KNOWN_KEYS = new Set(
  (
    'timestamp task_id description extra_data response full_message tool_name tool_args tool_call_id reasoning ' +
    'reasoning_ref preamble tool_type reason'
  ).split(' '),
);

function hasAddedKeys({ data }: Frame): boolean {
  return [...Object.keys(data), ...Object.keys(asObject(data.extra_data))].some((key) => !KNOWN_KEYS.has(key));
}

function expectRecord(exchange: Exchange): void {
  const record = objectOf(exchange);
  const lists = ['task_contributors', 'events', 'task_message_queue', 'remote_swarms'];
  const typed =
    ['task_id', 'task_owner', 'start_time'].every((key) => typeof record[key] === 'string') &&
    ['is_running', 'completed'].every((key) => typeof record[key] === 'boolean') &&
    lists.every((key) => Array.isArray(record[key])) &&
    'title' in record;
  expectThat(exchange, exchange.answer.status === 200 && typed, {
    expected: `200 with task_id, task_owner, start_time, is_running, completed, ${lists.join(', ')} and title`,
  });
  expectThat(exchange, record.completed === true && record.is_running === false, {
    expected: 'a completed task that is not running',
  });
  const events = (record.events as unknown[]).map(asObject);
  const texts = events.length > 0 && events.every(({ event, data }) => typeof event === 'string' && isJSONText(data));
  expectThat(exchange, texts, { expected: 'events with a name, and JSON text as data' });
}

function isJSONText(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  try {
    return isJSONObject(JSON.parse(value));
  } catch {
    return false;
  }
}
