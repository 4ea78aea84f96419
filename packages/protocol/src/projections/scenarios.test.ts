import { describe, expect, test } from 'vitest';
import { dropNulls } from '../__fixtures__/mutations.ts';
import { listReference, type RecordedFrame, readStream } from '../__fixtures__/reference.ts';
import { type Scenario, scenarios } from '../__fixtures__/scenarios.ts';
import { MAIL_FRAME_NAMES, mailFrameWire } from '../frames/mail-frame.ts';
import { logEntrySchema } from '../log/log-entry.ts';
import { toMailFrames } from './to-mail-frames.ts';

/** What MAIL itself puts into the extra data of a frame; the rest are additions of ours. */
const MAIL_KEYS: Record<string, string[]> = {
  new_message: ['full_message'],
  tool_call: ['tool_name', 'tool_args', 'tool_call_id', 'reasoning', 'reasoning_ref', 'preamble'],
  builtin_tool_call: ['tool_type', 'tool_args'],
  await_message: ['reason'],
};

/** The frames as another MAIL client sees them: only the events and keys it knows. */
function framesOf({ entries, taskId, swarm }: Scenario): RecordedFrame[] {
  return entries
    .flatMap((entry) => toMailFrames(entry, { taskId, swarm }))
    .filter(({ event }) => MAIL_FRAME_NAMES.includes(event))
    .map((frame) => mailFrameWire.emit(frame) as RecordedFrame);
}

const knownExtra = ({ event, data }: RecordedFrame): object =>
  Object.fromEntries(
    Object.entries((data.extra_data as object | undefined) ?? {}).filter(([key]) => MAIL_KEYS[event]?.includes(key)),
  );

/** What two servers must agree on, with ids counted in order of appearance and the words of the system left out. */
function essence(frames: readonly RecordedFrame[]): unknown {
  const seen = new Map<string, string>();
  const name = (id: string): string => {
    if (!seen.has(id)) seen.set(id, `#${seen.size + 1}`);
    return seen.get(id)!;
  };
  const text = JSON.stringify(
    frames.map((frame) => ({
      event: frame.event,
      response: frame.data.response,
      extra: sorted(dropNulls(knownExtra(frame))),
    })),
  );
  return JSON.parse(
    text
      .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, name)
      .replaceAll(/call_[a-z]+_[0-9a-f]{6}_\d+/g, name)
      .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+\+00:00/g, 'time'),
    (_, value: unknown) => (isFromSystem(value) ? { ...value, body: 'words of the system' } : value),
  );
}

function isFromSystem(value: unknown): value is object {
  return (
    typeof value === 'object' &&
    value !== null &&
    'sender' in value &&
    (value.sender as { address_type?: string }).address_type === 'system'
  );
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.keys(value)
      .toSorted()
      .map((key) => [key, sorted((value as Record<string, unknown>)[key])]),
  );
}

describe.each(scenarios)('the scenario $name', (scenario) => {
  test('the schema accepts every entry of its log', () => {
    expect(scenario.entries.filter((entry) => !logEntrySchema.safeParse(entry).success)).toEqual([]);
  });

  test('gives the frames of MAIL in the order of MAIL', () => {
    expect(framesOf(scenario).map(({ event }) => event)).toEqual(scenario.frames);
  });
});

/** What the recordings show and we do better on purpose: the frame, and the message that follows it. */
const BETTER: Record<string, (frames: RecordedFrame[]) => RecordedFrame[]> = {
  action_raises: (frames) => frames.filter((_, index) => index !== 5 && index !== 6),
};

const recorded = listReference('wire', '.sse').flatMap((file) => {
  const scenario = scenarios.find(({ name }) => `stream_${name}.sse` === file);
  return scenario === undefined ? [] : [{ file, scenario, theirs: readStream(file) }];
});

describe('frames compared with those of the reference', () => {
  test.each(recorded)('our frames have the same names, extra data and answer as $file', ({ theirs, scenario }) => {
    const ours = framesOf(scenario);
    const improve = BETTER[scenario.name] ?? ((frames) => frames);
    const theirFrames = theirs.filter(({ event }) => event !== 'ping');
    expect(essence(improve(ours))).toEqual(essence(improve(theirFrames)));
    expect(ours).toHaveLength(theirFrames.length);
  });

  test('frames differ from those of the reference if a name, extra data or the answer is changed', () => {
    const frames = framesOf(scenarios[0]!);
    const changes: ((frame: RecordedFrame) => RecordedFrame)[] = [
      (frame) => ({ ...frame, event: 'agent_error' }),
      (frame) => ({ ...frame, data: { ...frame.data, response: 'other' } }),
      (frame) => ({ ...frame, data: { ...frame.data, extra_data: { full_message: {}, tool_name: 'other' } } }),
    ];
    const noticed = changes.map(
      (change) => JSON.stringify(essence([change(frames[0]!), ...frames.slice(1)])) !== JSON.stringify(essence(frames)),
    );
    expect(noticed).toEqual([true, true, true]);
  });
});
