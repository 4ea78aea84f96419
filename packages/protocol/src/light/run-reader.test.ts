import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bodySamples } from '../__fixtures__/http-samples.ts';
import { mutantArbitrary } from '../__fixtures__/mutations.ts';
import { listReference, type RecordedFrame, readStream } from '../__fixtures__/reference.ts';
import { mailFrameWire } from '../frames/mail-frame.ts';
import type { JSONObject, JSONValue } from '../json.ts';
import { RunReader } from './run-reader.ts';
import type { Telling } from '../telling/telling.ts';
import { tellingSchema } from '../telling/telling-schema.ts';
import { toWireTelling } from '../telling/telling-wire.ts';

function read(frames: readonly { event: string; data: JSONValue | object }[]): Telling[] {
  const reader = new RunReader();
  reader.begin();
  return frames
    .flatMap(({ event, data }) => reader.read({ event, data: JSON.stringify(data) }))
    .map((each) => each.telling);
}

test('tellings and frames that only newer servers send are ignored', () => {
  expect(read([{ event: 'telling', data: { type: 'fireworks' } }])).toEqual([]);
  for (const event of ['fireworks', 'message', 'constructor', '__proto__'])
    expect(new RunReader().read({ event, data: 'no JSON' })).toEqual([]);
});

test.each(['telling', 'tool_call', 'task_complete'])('a %s that is not JSON is refused', (event) => {
  for (const data of ['{', '', 'null'])
    expect(() => new RunReader().read({ event, data })).toThrow(/JSON|null|timestamp/);
});

describe('frames of a server that knows only MAIL', () => {
  const samples = [...bodySamples.mailFrameWire!, ...listReference('wire', '.sse').flatMap(readStream)] as JSONObject[];

  test('frames of a server that knows only MAIL give the tellings that their fields allow', () => {
    fc.assert(
      fc.property(mutantArbitrary(samples), (value) => {
        const frame = value as RecordedFrame;
        const known = toKnown(frame);
        fc.pre(known !== undefined);
        expect(read([frame])).toEqual(read([known!]));
      }),
    );
  });

  test('broken frames are refused or ignored, and never give a broken telling', () => {
    fc.assert(
      fc.property(fc.array(mutantArbitrary(samples), { minLength: 1, maxLength: 8 }), (values) => {
        const frames = values.filter((value) => typeof (value as JSONObject | null)?.event === 'string');
        expect(readUnlessRefused(frames as RecordedFrame[]).filter(isNoTelling)).toEqual([]);
      }),
    );
  });

  test('reads arguments nested to any depth without a stack overflow', () => {
    const nested = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const data = `{"timestamp":"t","extra_data":{"tool_name":"add","tool_args":${nested}}}`;
    expect(new RunReader().read({ event: 'tool_call', data })).toMatchObject([{ telling: { type: 'call' } }]);
  });

  test.each(listReference('wire', '.sse'))('understands the frames of %s, which end once', (name) => {
    const tellings = read(readStream(name));
    expect(tellings.filter(isNoTelling)).toEqual([]);
    expect(tellings.filter(({ type }) => type === 'end' || type === 'pause')).toEqual([tellings.at(-1)]);
    const open = new Set(tellings.flatMap((each) => (each.type === 'call' ? each.call.id : [])));
    const ended = tellings.flatMap((each) => (each.type === 'result' ? each.call.id : []));
    expect(ended.filter((id) => !open.has(id))).toEqual([]);
  });
});

function readUnlessRefused(frames: readonly RecordedFrame[]): Telling[] {
  try {
    return read(frames);
  } catch (error) {
    if (error instanceof Error) return [];
    throw error;
  }
}

/** A frame in the protocol's own words, if it is one. */
function toKnown(frame: RecordedFrame): RecordedFrame | undefined {
  try {
    return mailFrameWire.emit(mailFrameWire.parse(frame).value) as RecordedFrame;
  } catch {
    return undefined;
  }
}

function isNoTelling(telling: Telling): boolean {
  return !tellingSchema.safeParse(toWireTelling(telling)).success;
}
