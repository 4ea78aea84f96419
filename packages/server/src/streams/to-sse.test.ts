import { isEntry, mailFrameWire, toMailFrames } from '@posthouse/protocol';
import { describe, expect, test } from 'vitest';
import { toFrames } from '../__fixtures__/read-frames.ts';
import { recordRun } from '../__fixtures__/record-run.ts';
import { cast, scenarios } from '../__fixtures__/scenarios.ts';
import { writers, writing } from '../__fixtures__/writers.ts';
import { toEntrySSE, toFailureSSE, toPingSSE, toShutdownSSE, toTimeoutSSE, toTokenSSE } from './to-sse.ts';

const context = { taskId: 't', swarm: 'desk' };
const decode = (bytes: Uint8Array | undefined) => toFrames(Buffer.from(bytes ?? []).toString('utf8'));
/** Letters that JSON, lines and halves of pairs of letters trip over. */
const ODD = 'two\r\nlines\u2028 "quoted" \\ Größe 水 🚢 \u0000';

describe('frames on the wire', () => {
  test.each(Object.keys(scenarios))(
    'frames carry the id of their entry on the last frame of the entry: %s',
    async (name) => {
      const events = await recordRun(cast(scenarios[name]!));
      for (const entry of events.filter(isEntry)) {
        const frames = decode(toEntrySSE(entry, context));
        const expected = toMailFrames(entry, context).map((frame) => mailFrameWire.emit(frame));
        expect(frames).toEqual(JSON.parse(JSON.stringify(expected)));
        expect(frames.map(({ id }) => id)).toEqual(
          frames.map((_, at) => (at === frames.length - 1 ? `${entry.seq}` : undefined)),
        );
      }
    },
  );

  test('frames encode text as the codec does', async () => {
    const events = await recordRun(writers(writing(ODD.repeat(5), { chunkSize: 7, delayMs: 5 })));
    const tokens = events.filter((event) => event.type === 'token');
    expect(tokens.length).toBeGreaterThan(0);
    for (const given of tokens) {
      const { type: event, ...fields } = given;
      const [frame] = decode(toTokenSSE(given, context));
      const wire = mailFrameWire.emit({ event, data: { taskId: context.taskId, ...fields } });
      expect(frame).toEqual(JSON.parse(JSON.stringify(wire)));
    }
  });

  test.each([
    ['ping', toPingSSE('t')],
    ['shutdown_requested', toShutdownSSE('t')],
    ['task_error', toTimeoutSSE('t')],
    ['task_error', toFailureSSE('t', 'no', 'task_not_found')],
  ])('frames include a valid %s without an id, which stands in no log', (event, bytes) => {
    const [frame] = decode(bytes);
    expect(frame).toMatchObject({ event, data: { task_id: 't' } });
    expect(frame).not.toHaveProperty('id');
    expect(mailFrameWire.schema.safeParse(frame).error).toBeUndefined();
  });
});
