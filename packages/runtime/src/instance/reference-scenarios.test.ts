import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MAIL_FRAME_NAMES, type MAILFrameName, mailFrameWire, toMailFrames } from '@posthouse/protocol';
import { describe, expect, test } from 'vitest';
import { complete, logOf, type Play, play, request, respond, wait } from '../__fixtures__/play.ts';

/** The scenarios that were recorded from MAIL's own server, and the frames it showed. */
const scenarios: Record<string, Play & { frames: string; differs?: string }> = {
  simple: {
    supervisor: [complete('done-simple')],
    frames: 'new_message tool_call task_complete_call new_message task_complete',
  },
  delegate: {
    supervisor: [
      [request('weather', 'Forecast', 'please'), { tool: 'await_message', input: { reason: 'waiting on weather' } }],
      complete('sunny'),
    ],
    weather: [
      [{ tool: 'get_weather', input: { city: 'Tokyo' } }],
      [respond('supervisor', 'Re: Forecast', 'sunny 20C')],
    ],
    frames:
      'new_message tool_call tool_call await_message new_message tool_call action_call action_complete new_message tool_call new_message tool_call task_complete_call new_message task_complete',
  },
  badtarget: {
    supervisor: [[request('ghost')], complete('bt')],
    frames: 'new_message tool_call agent_error new_message tool_call task_complete_call new_message task_complete',
  },
  badargs: {
    supervisor: [[{ tool: 'send_request', input: { target: 'weather', subject: 'x' } }], complete('ba')],
    frames: 'new_message tool_call agent_error new_message tool_call task_complete_call new_message task_complete',
  },
  unknown_action: {
    supervisor: [[{ tool: 'no_such_action', input: {} }], complete('ua')],
    frames: 'new_message tool_call action_error new_message tool_call task_complete_call new_message task_complete',
  },
  forbidden_action: {
    supervisor: [[{ tool: 'get_weather', input: { city: 'x' } }], complete('fa')],
    frames: 'new_message tool_call action_error new_message tool_call task_complete_call new_message task_complete',
  },
  action_raises: {
    supervisor: [[request('weather')], complete('ar')],
    weather: [[{ tool: 'get_weather', input: { city: 'BOOM' } }], [respond('supervisor')]],
    frames:
      'new_message tool_call new_message tool_call action_call action_error new_message tool_call new_message tool_call task_complete_call new_message task_complete',
    differs: 'an action that throws is an error, not a success (Q33)',
  },
  interrupt: {
    supervisor: [[{ tool: 'send_interrupt', input: { target: 'weather', subject: 's', body: 'b' } }], complete('int')],
    weather: [[respond('supervisor')]],
    frames:
      'new_message tool_call new_message tool_call new_message tool_call task_complete_call new_message task_complete',
  },
  await_bad: {
    supervisor: [[wait], complete('ab')],
    frames: 'new_message tool_call agent_error new_message tool_call task_complete_call new_message task_complete',
  },
  ack_wrong: {
    supervisor: [[{ tool: 'acknowledge_broadcast', input: { note: null } }], complete('aw')],
    frames: 'new_message tool_call new_message tool_call task_complete_call new_message task_complete',
  },
  dup: {
    supervisor: [[...complete('one'), ...complete('two')]],
    frames: 'new_message tool_call tool_call task_complete_call new_message task_complete_call_duplicate task_complete',
  },
  breakpoint: {
    supervisor: [[{ tool: 'ask_human', input: { q: 'ok?' } }], complete('resumed')],
    frames: 'new_message tool_call breakpoint_tool_call task_complete',
  },
  raise: {
    supervisor: [new Error('LLM exploded')],
    frames: 'new_message agent_error task_error',
    differs: 'one clear failure instead of a cascade (Q4)',
  },
};

async function framesOf(scenario: Play): Promise<MAILFrameName[]> {
  return play(scenario, async (instance) => {
    const { taskId } = await instance.postMessage({ body: 'go', timeoutMs: 10_000 });
    const context = { taskId, swarm: 'swarm-alpha' };
    const frames = (await logOf(instance, taskId)).flatMap((entry) => toMailFrames(entry, context));
    for (const frame of frames) mailFrameWire.emit(frame);
    return frames.map((frame) => frame.event).filter((name) => MAIL_FRAME_NAMES.includes(name));
  });
}

describe.each(Object.entries(scenarios))('the scenario %s', (name, { frames, differs, ...scenario }) => {
  test('shows the frames that MAIL clients expect', async () => {
    expect((await framesOf(scenario)).join(' ')).toBe(frames);
  });

  test.runIf(isRecorded(name))(`compared with the recorded server: ${differs ?? 'shows the same frames'}`, () => {
    expect(recordedFrames(name) === frames).toBe(differs === undefined);
  });
});

function recordingOf(name: string): string {
  return join(process.env.MAIL_REFERENCE_DATA ?? '', 'wire', `stream_${name}.sse`);
}

function isRecorded(name: string): boolean {
  return process.env.MAIL_REFERENCE_DATA !== undefined && existsSync(recordingOf(name));
}

function recordedFrames(name: string): string {
  const names = readFileSync(recordingOf(name), 'utf8').matchAll(/^event: (\w+)/gm);
  // The recorded server wakes a stream that a system message has ended only with its next ping.
  return [...names]
    .map((match) => match[1])
    .filter((event) => event !== 'ping')
    .join(' ');
}
