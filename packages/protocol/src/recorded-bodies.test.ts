import { describe, expect, test } from 'vitest';
import { bodySamples } from './__fixtures__/http-samples.ts';
import { dropNulls } from './__fixtures__/mutations.ts';
import { listRecordedMessages, listReference, readReferenceJSON, readStream } from './__fixtures__/reference.ts';
import { hasReference } from './__fixtures__/reference.ts';
import { envelope, request, wrapper } from './__fixtures__/samples.ts';
import {
  healthWire,
  interswarmDeliveryWire,
  mailFrameWire,
  mailInterswarmMessageWire,
  mailMessageWire,
  messageResultWire,
  type Parsed,
  serverInfoWire,
  swarmListWire,
  taskRecordWire,
  uiAgentsWire,
} from './index.ts';

type Case = {
  name: string;
  codec: { parse(input: unknown): Parsed<unknown> };
  emit(value: never): unknown;
  value: unknown;
};

const bodyOf = (path: string): unknown => (readReferenceJSON(path) as { body: unknown }).body;
const withNulls = (payload: object): never =>
  ({ ...payload, sender_swarm: null, recipient_swarm: null, routing_info: null }) as never;

/** The way the reference answers, in our own words. */
const ownCases: Case[] = [
  ...bodySamples.mailFrameWire!.map((value, index) => ({
    name: `our own frame ${index + 1}`,
    ...use(mailFrameWire),
    value,
  })),
  { name: 'our own envelope with nulls', ...use(mailMessageWire), value: envelope('request', withNulls(request)) },
  {
    name: 'our own delivery with nulls',
    ...use(interswarmDeliveryWire),
    value: { message: wrapper('request', { ...request, sender_swarm: null }) },
  },
  {
    name: 'our own answer with events that carry internals',
    ...use(messageResultWire),
    value: {
      response: 'done',
      events: [{ data: { a: null }, event: 'ping', id: null, retry: null, comment: null, _sep: '\r\n' }],
    },
  },
];

const recordedCases: Case[] = hasReference
  ? [
      ...listReference('wire', '.sse').flatMap((file) =>
        readStream(file).map((value, index) => ({
          name: `${file} ${index + 1} ${value.event}`,
          ...use(mailFrameWire),
          value,
        })),
      ),
      ...listRecordedMessages().map(({ name, type, value }) =>
        type === 'message'
          ? { name, ...use(mailMessageWire), value }
          : { name, ...use(mailInterswarmMessageWire), value: completed(value) },
      ),
      { name: 'root.json', ...use(serverInfoWire), value: readReferenceJSON('wire/root.json') },
      { name: 'health.json', ...use(healthWire), value: readReferenceJSON('wire/health.json') },
      { name: 'swarms.json', ...use(swarmListWire), value: readReferenceJSON('wire/swarms.json') },
      { name: 'ui_agents.json', ...use(uiAgentsWire), value: readReferenceJSON('wire/ui_agents.json') },
      { name: 'get_task.json', ...use(taskRecordWire), value: readReferenceJSON('wire/get_task.json') },
      {
        name: 'message_show_events.json',
        ...use(messageResultWire),
        value: readReferenceJSON('wire/message_show_events.json'),
      },
      { name: 'forward', ...use(interswarmDeliveryWire), value: bodyOf('wire/interswarm_forward_request.json') },
      {
        name: 'back',
        ...use(interswarmDeliveryWire),
        value: bodyOf('wire/interswarm_back_task_complete_request.json'),
      },
    ]
  : [];

/** Wrappers go out with all that servers in the field insist on, also where an example does without. */
function completed(value: unknown): unknown {
  const { payload, ...message } = dropNulls(value) as { payload: object };
  return { auth_token: '', metadata: {}, ...message, payload: { routing_info: {}, ...payload } };
}

function use<Codec extends { parse(input: unknown): Parsed<unknown>; emit(value: never): unknown }>(codec: Codec) {
  return { codec, emit: codec.emit };
}

/** Nulls mean absent, and `comment` and `_sep` are a library of the reference looking through. */
const essence = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(essence);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(dropNulls(value) as object)
      .filter(([key]) => key !== 'comment' && key !== '_sep')
      .map(([key, item]) => [key, essence(item)]),
  );
};

describe('bodies of other servers', () => {
  test.each([...ownCases, ...recordedCases])(
    'reads everything in the body of another server: $name',
    ({ codec, emit, value }) => {
      const parsed = codec.parse(value);
      expect(parsed.dropped.filter((path) => !/(^|\.)(comment|_sep)$/.test(path))).toEqual([]);
      expect(essence(emit(parsed.value as never))).toEqual(essence(value));
    },
  );
});
