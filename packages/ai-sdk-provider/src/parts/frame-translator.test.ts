import { describe, expect, it } from 'vitest';
import type { MAILAgentEvent } from '../agent-event.ts';
import { called, completed, failed, letter, paused, runStarted, token, told, usage } from '../__fixtures__/frames.ts';
import { outline, translate, type TranslateOptions } from '../__fixtures__/translate.ts';
import type { MAILProviderMetadata } from '../metadata.ts';

const finishOf = (frames: Parameters<typeof translate>[0], options: TranslateOptions = {}) => {
  const part = translate(frames, options).at(-1);
  if (part?.type !== 'finish') throw new Error('it has no end');
  return { ...part, mail: part.providerMetadata?.mail as unknown as MAILProviderMetadata };
};

describe('the beginning', () => {
  it('says which answer this is', () => {
    expect(translate([runStarted])).toEqual([
      { type: 'response-metadata', id: 'answer-1', timestamp: new Date('2026-03-01T08:30:00Z'), modelId: 'team' },
    ]);
  });

  it('says which task this is, where answers have no names', () => {
    expect(translate([told('new_message')])).toMatchObject([{ type: 'response-metadata', id: 't', modelId: 'team' }]);
  });

  it('does not begin with a heartbeat', () => {
    expect(translate([{ event: 'ping', data: { task_id: 't' } }])).toEqual([]);
  });
});

describe('the end', () => {
  it('adds up what all agents used', () => {
    const frames = [
      usage('boss', 100, 10, { cache_read_tokens: 60, cache_write_tokens: 10, reasoning_tokens: 4, cost: 0.5 }),
      usage('clerk', 50, 5),
      usage('boss', 10, 1, { cost: 0.25 }),
    ];
    const finish = finishOf([...frames, completed('x')]);
    expect(finish.usage).toEqual({
      inputTokens: { total: 160, noCache: 90, cacheRead: 60, cacheWrite: 10 },
      outputTokens: { total: 16, text: 12, reasoning: 4 },
      raw: {
        inputTokens: 160,
        outputTokens: 16,
        cacheReadTokens: 60,
        cacheWriteTokens: 10,
        reasoningTokens: 4,
        cost: 0.75,
      },
    });
    expect(finish.mail.usage).toEqual({
      boss: {
        inputTokens: 110,
        outputTokens: 11,
        cacheReadTokens: 60,
        cacheWriteTokens: 10,
        reasoningTokens: 4,
        cost: 0.75,
      },
      clerk: { inputTokens: 50, outputTokens: 5 },
    });
  });

  it('does not take what nobody counted for nothing', () => {
    expect(finishOf([completed('x')]).usage).toEqual({
      inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
      outputTokens: { total: undefined, text: undefined, reasoning: undefined },
    });
  });

  it('tells who did what, and who was last', () => {
    const frames = [runStarted, called('boss', 'add', 'c'), token('clerk', 'text', 'x'), letter('clerk', 'Hi')];
    const timestamp = '2026-03-01T08:30:00.000000+00:00';
    expect(finishOf([...frames, completed('x')]).mail).toMatchObject({
      taskId: 't',
      taskStatus: 'completed',
      resumeToken: 'user_response',
      currentAgent: 'clerk',
      agentTrace: [
        { agent: 'boss', timestamp, event: 'tool_call' },
        { agent: 'clerk', timestamp, event: 'new_message' },
      ],
    });
  });

  it('has every event if that was asked for', () => {
    const frames = [runStarted, token('boss', 'answer', 'x'), letter('boss', 'x'), completed('x')];
    const events = finishOf(frames, { plan: { includeEvents: true } }).mail.events ?? [];
    expect(events.map((event) => event.event)).toEqual(['run_started', 'new_message', 'task_complete']);
    expect(finishOf(frames).mail).not.toHaveProperty('events');
  });

  it.each([
    [
      'paused',
      paused({ call_id: 'a', name: 'ask' }),
      'tool-calls',
      { taskStatus: 'paused', resumeToken: 'breakpoint_tool_call' },
    ],
    ['failed', [failed('boom', 'stalled')], 'error', { taskStatus: 'error', code: 'stalled' }],
    ['was stopped by somebody', [failed('stopped', 'cancelled', 'cancelled')], 'error', { taskStatus: 'cancelled' }],
  ])('says that the task %s', (_, frames, unified, mail) => {
    const finish = finishOf(frames);
    expect(finish.finishReason.unified).toBe(unified);
    expect(finish.mail).toMatchObject(mail);
  });

  it('is an error that can be recognised', () => {
    const error = translate([failed('boom', 'stalled')]).find((part) => part.type === 'error')?.error;
    expect(error).toMatchObject({ name: 'MAIL_TaskError', message: 'boom', code: 'stalled', taskId: 't' });
  });

  it('is the end', () => {
    expect(outline(translate([completed('x'), called('boss', 'add', 'c'), completed('y')])).at(-1)).toBe(
      'finish stop complete',
    );
  });
});

describe('chatter', () => {
  const frames = [letter('boss', 'How many?'), letter('clerk', 'Seven.'), completed('Seven.')];
  const lines = (options: TranslateOptions) => outline(translate(frames, options)).filter((line) => line.includes('+'));

  it('is left out unless it is asked for', () => {
    expect(lines({})).toEqual(['text-1 + Seven.']);
  });

  it('goes into the text', () => {
    expect(lines({ includeAgentChatter: true })).toEqual([
      'text-1 + [boss]: How many?\n',
      'text-2 + [clerk]: Seven.\n',
      'text-3 + Seven.',
    ]);
  });

  it('goes into the reasoning', () => {
    expect(lines({ includeAgentChatter: 'reasoning' })).toEqual([
      'reasoning-1 + [boss]: How many?\n',
      'reasoning-2 + [clerk]: Seven.\n',
      'text-3 + Seven.',
    ]);
  });

  it('does not spoil an answer that has to be JSON', () => {
    expect(lines({ includeAgentChatter: true, plan: { structured: true } })[0]).toBe(
      'reasoning-1 + [boss]: How many?\n',
    );
  });

  it('does not break into an answer that has begun', () => {
    // Tokens travel faster than what is written down.
    const late = [token('boss', 'answer', 'Sev'), letter('clerk', 'Seven.'), completed('Seven.')];
    expect(outline(translate(late, { includeAgentChatter: true })).filter((line) => line.includes('+'))).toEqual([
      'text-1 + Sev',
      'reasoning-2 + [clerk]: Seven.\n',
      'text-1 + en.',
    ]);
  });

  it('is between agents: no words of users, of the system, or to everybody at the end', () => {
    const others = [
      letter('u-1', 'Hi', { role: 'user' }),
      letter('team', 'note', { role: 'system' }),
      letter('boss', 'Seven.', { type: 'broadcast_complete' }),
    ];
    const parts = translate([...others, completed('Seven.')], { includeAgentChatter: true });
    expect(outline(parts).filter((line) => line.includes('+'))).toEqual(['text-1 + Seven.']);
  });

  it('of a broadcast is told once', () => {
    const twice = [letter('boss', 'All!', { id: 'm' }), letter('boss', 'All!', { id: 'm' }), completed('')];
    expect(outline(translate(twice, { includeAgentChatter: true })).filter((line) => line.includes('+'))).toHaveLength(
      1,
    );
  });
});

describe('events', () => {
  const frames = [
    runStarted,
    { event: 'ping', data: {} },
    token('boss', 'answer', 'x'),
    called('boss', 'add', 'c'),
    completed('x'),
  ];
  const names = ['run_started', 'token', 'tool_call', 'task_complete'];

  it('are told to whoever listens', () => {
    const events: MAILAgentEvent[] = [];
    translate(frames, { onEvent: (event) => events.push(event) });
    expect(events.map((event) => event.event)).toEqual(names);
    expect(events[2]).toEqual({
      type: 'mail-agent-event',
      event: 'tool_call',
      agent: 'boss',
      description: 'agent boss called add',
      timestamp: '2026-03-01T08:30:00.000000+00:00',
      taskId: 't',
      data: frames[3]!.data,
    });
  });

  it('are raw parts if that is asked for', () => {
    const parts = translate(frames, { includeRaw: true }).filter((part) => part.type === 'raw');
    expect(parts.map((part) => (part.rawValue as MAILAgentEvent).event)).toEqual(names);
  });

  it('do not depend on a listener that throws', () => {
    const onEvent = (): never => {
      throw new Error('not interested');
    };
    expect(outline(translate(frames, { onEvent }))).toEqual(outline(translate(frames)));
  });
});
