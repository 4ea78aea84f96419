import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MAIL_FRAME_NAMES } from '@posthouse/protocol';
import { describe, expect, test } from 'vitest';
import { type Frame, toFrames } from '../__fixtures__/read-frames.ts';
import { cast, complete, type Scenario, scenarios } from '../__fixtures__/scenarios.ts';
import { Stage } from '../__fixtures__/stage.ts';
import type { Loose } from '../__fixtures__/loose.ts';

const TASK = 'aaaaaaaa-0000-4000-8000-000000000001';
const folder = process.env.MAIL_REFERENCE_DATA;
const fileOf = (name: string): string => join(folder ?? '', 'wire', `stream_${name}.sse`);
const isRecorded = (name: string): boolean => folder !== undefined && existsSync(fileOf(name));
const isOfMail = ({ event }: Frame): boolean =>
  event !== 'ping' && (MAIL_FRAME_NAMES as readonly string[]).includes(event);
const names = (frames: readonly Frame[]): string => frames.map((frame) => frame.event).join(' ');

/** Plays a scenario over a real connection and gives the bytes of the stream. */
async function play(name: string, scenario: Scenario): Promise<string> {
  await using stage = await Stage.open({ swarms: [cast(scenario)] });
  const body = { body: `SCRIPT:${name}`, task_id: TASK, stream: true };
  const response = await stage.overHTTP('/message', { as: 'u-1', body });
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  return await response.text();
}

function recorded(name: string): Frame[] {
  return toFrames(readFileSync(fileOf(name), 'utf8')).filter(isOfMail);
}

/** Times and ids that differ from one time to the next, and prose that each server words in its own way. */
const CHANGING = [
  'timestamp',
  'id',
  'request_id',
  'broadcast_id',
  'interrupt_id',
  'tool_call_id',
  'reasoning_ref',
  'task_id',
];
const SAME_WORDS = [
  'tool_call',
  'task_complete_call',
  'task_complete_call_duplicate',
  'await_message',
  'action_call',
  'breakpoint_tool_call',
];

/** What of a recorded frame ours must have, too. */
function lasting({ event, data }: Frame): unknown {
  const kept = withoutChanging(data) as Record<string, unknown>;
  if (!SAME_WORDS.includes(event)) delete kept.description;
  // The text that ends a stream is compared apart, without the ids of calls.
  delete kept.response;
  return { event, data: kept };
}

function withoutChanging(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutChanging);
  if (typeof value !== 'object' || value === null) return value;
  const isOfSystem = (value as Loose).sender?.address_type === 'system';
  const entries = Object.entries(value).filter(
    ([key, item]) => item !== null && !CHANGING.includes(key) && !(isOfSystem && key === 'body'),
  );
  return Object.fromEntries(entries.map(([key, item]) => [key, withoutChanging(item)]));
}

describe.each(Object.entries(scenarios))('the scenario %s over HTTP', (name, { frames, differs, ...scenario }) => {
  test('a stream shows the frames that MAIL clients expect, and the last one ends it', async () => {
    const ours = toFrames(await play(name, scenario)).filter(isOfMail);
    expect(names(ours)).toBe(frames);
    expect(ours.at(-1)!.data).toHaveProperty('response');
  });

  test.runIf(isRecorded(name))(`compares with the recorded server: ${differs ?? 'the same'}`, async () => {
    const theirs = recorded(name);
    expect(names(theirs) === frames).toBe(differs === undefined);
    if (differs !== undefined) return;
    const ours = toFrames(await play(name, scenario)).filter(isOfMail);
    expect(ours).toMatchObject(theirs.map(lasting) as object[]);
    expect(toText(ours)).toBe(toText(theirs));
  });
});

/** The text that ends a stream, without the ids of calls. */
function toText(frames: readonly Frame[]): string {
  return String(frames.at(-1)!.data.response).replaceAll(/"call_id":"[^"]*"|"id":"fc_[^"]*"/g, '""');
}

test('a task continues over several turns, and each stream shows only its own', async () => {
  const turns = ['turn1', 'turn2', 'turn3'];
  await using stage = await Stage.open({ swarms: [cast({ supervisor: turns.map((text) => complete(text)) })] });
  const seen: string[] = [];
  for (const [index, resumeFrom] of [undefined, 'user_response', undefined].entries()) {
    const body = { body: `go ${index}`, task_id: TASK, stream: true, resume_from: resumeFrom };
    const frames = toFrames(await (await stage.overHTTP('/message', { as: 'u-1', body })).text()).filter(isOfMail);
    expect(names(frames)).toBe('new_message tool_call task_complete_call new_message task_complete');
    expect(JSON.stringify(frames[0]!.data)).toContain(`go ${index}`);
    seen.push(String(frames.at(-1)!.data.response));
  }
  expect(seen).toEqual(turns);
});

test('a paused task continues with the result it waited for', async () => {
  await using stage = await Stage.open({ swarms: [cast(scenarios.breakpoint!)] });
  const post = async (body: object) =>
    toFrames(await (await stage.overHTTP('/message', { as: 'u-1', body })).text()).filter(isOfMail);
  await post({ body: 'SCRIPT:breakpoint', task_id: TASK, stream: true });
  const kwargs = { breakpoint_tool_call_result: JSON.stringify({ content: 'fine' }) };
  const frames = await post({ task_id: TASK, resume_from: 'breakpoint_tool_call', stream: true, kwargs });
  expect(names(frames)).toBe('breakpoint_action_complete tool_call task_complete_call new_message task_complete');
  expect(frames.at(-1)!.data.response).toBe('resumed');
});
