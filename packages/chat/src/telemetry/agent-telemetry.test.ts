import { AgentRegistry, type AgentScript, createScriptedAdapter } from '@posthouse/agents';
import { SpanStatusCode, trace } from '@opentelemetry/api';
import type { ReadableSpan } from '@opentelemetry/sdk-trace';
import { openStore } from '@posthouse/store';
import { describe, expect, test } from 'vitest';
import { CollectingConnection } from '../agent-sessions/__fixtures__/collecting-connection.ts';
import { AgentSessions } from '../agent-sessions/agent-sessions.ts';
import { createAgentSessionStore } from '../agent-sessions/create-agent-session-store.ts';
import { MemoryTracing } from './__fixtures__/memory-tracing.ts';
import type { AgentObserver } from './agent-observer.ts';

const owner = { role: 'user', id: 'alice' } as const;
const staying = new AbortController().signal;
const begin = { agent: 'actor', model: 'large' };

/** Sessions with an agent that plays a script, in a database of their own. */
async function openSessions(script: AgentScript, observer?: AgentObserver) {
  const store = await openStore('sqlite::memory:');
  const registry = new AgentRegistry();
  registry.register('actor', createScriptedAdapter({ script }));
  const sessions = new AgentSessions({
    store: createAgentSessionStore(store),
    registry: async () => registry,
    ...(observer === undefined ? {} : { observer }),
  });
  return {
    sessions,
    async say(text: string, whenBusy: 'queue' | 'interrupt' = 'queue'): Promise<CollectingConnection> {
      const message = { id: text, parts: [{ type: 'text' as const, text }] };
      const answer = await sessions.send(owner, 's', { message, whenBusy, begin });
      const connection = new CollectingConnection();
      void answer.stream(connection, staying).catch(() => connection.drop());
      return connection;
    },
    async [Symbol.asyncDispose](): Promise<void> {
      await sessions[Symbol.asyncDispose]();
      await store[Symbol.asyncDispose]();
    },
  };
}

const named = ({ spans }: MemoryTracing, name: string): ReadableSpan[] => spans.filter((span) => span.name === name);
const secondsOf = ({ duration: [seconds, nanoseconds] }: ReadableSpan): number => seconds + nanoseconds / 1e9;
const run = {
  'gen_ai.operation.name': 'invoke_agent',
  'gen_ai.provider.name': 'scripted',
  'gen_ai.agent.name': 'actor',
  'gen_ai.conversation.id': 's',
  'gen_ai.request.model': 'large',
  'gen_ai.response.model': 'scripted',
};

describe('the span of an answer', () => {
  test('the span of an answer stands below its request, with tools below it, and has agent, usage and outcome', async () => {
    await using tracing = new MemoryTracing();
    await using desk = await openSessions([
      [
        { call: 'look', id: 'c-1', input: { secret: 'question' }, output: 'a secret answer' },
        { call: 'break', id: 'c-2', error: 'the secret is out' },
        { delegate: 'a secret job', steps: [{ call: 'dig', id: 'c-3', output: 'gold' }] },
        { usage: { inputTokens: 11, outputTokens: 7, cacheReadTokens: 3 } },
        { say: 'Nothing secret.' },
      ],
    ]);
    await trace.getTracer('test').startActiveSpan('a request', async (span) => {
      const answer = await desk.say('my secret');
      span.end();
      expect(await answer.done).toBe('ended');
    });
    const [request] = named(tracing, 'a request');
    const [answer, ...others] = named(tracing, 'invoke_agent actor');
    expect(others).toEqual([]);
    expect(answer!.parentSpanContext?.spanId).toBe(request!.spanContext().spanId);
    expect(answer!.status.code).toBe(SpanStatusCode.UNSET);
    expect(answer!.attributes).toEqual({
      ...run,
      'gen_ai.usage.input_tokens': 11,
      'gen_ai.usage.output_tokens': 7,
      'gen_ai.usage.cache_read.input_tokens': 3,
      'posthouse.run.outcome': 'complete',
    });
    const tools = tracing.spans.filter(({ name }) => name.startsWith('execute_tool '));
    expect(tools.map(({ attributes }) => attributes['gen_ai.tool.call.id'])).toEqual(
      expect.arrayContaining(['c-1', 'c-2', 'c-3']),
    );
    for (const tool of tools) expect(tool.parentSpanContext?.spanId).toBe(answer!.spanContext().spanId);
    const [look] = named(tracing, 'execute_tool look');
    expect(look!.attributes).toEqual({
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'look',
      'gen_ai.tool.call.id': 'c-1',
      'gen_ai.agent.name': 'actor',
      'gen_ai.conversation.id': 's',
    });
    const [broken] = named(tracing, 'execute_tool break');
    expect(broken!.status).toEqual({ code: SpanStatusCode.ERROR });
    expect(broken!.attributes['error.type']).toBe('action_failed');
    const told = tracing.spans.map(({ name, attributes, events, status }) => ({ name, attributes, events, status }));
    expect(JSON.stringify(told)).not.toContain('secret');
  });

  test('the span of a stopped answer is no error, and its running call is cancelled', async () => {
    await using tracing = new MemoryTracing();
    await using desk = await openSessions([[{ say: 'Once ' }, { call: 'look', delayMs: 60_000 }, { hang: true }]]);
    const answer = await desk.say('go');
    await expect.poll(() => answer.text).toContain('look');
    expect(await desk.sessions.stop(owner, 's')).toBe(true);
    expect(await answer.done).toBe('ended');
    const [stopped] = named(tracing, 'invoke_agent actor');
    expect(stopped!.attributes).toEqual({ ...run, 'posthouse.run.outcome': 'stopped' });
    expect(stopped!.status.code).toBe(SpanStatusCode.UNSET);
    expect(named(tracing, 'execute_tool look')[0]!.attributes['error.type']).toBe('cancelled');
  });

  test("the span of a failed answer has the kind of the agent's error, and none of its words", async () => {
    await using tracing = new MemoryTracing();
    await using desk = await openSessions([[{ say: 'Once ' }, { fail: 'the secret is out' }]]);
    await (
      await desk.say('go')
    ).done;
    const [failed] = named(tracing, 'invoke_agent actor');
    expect(failed!.attributes).toEqual({ ...run, 'posthouse.run.outcome': 'failed', 'error.type': 'agent_failed' });
    expect(failed!.status).toEqual({ code: SpanStatusCode.ERROR });
  });

  test('the span of a queued message stands below the request that sent it', async () => {
    await using tracing = new MemoryTracing();
    const isOver = Promise.withResolvers<void>();
    await using desk = await openSessions(async function* ({ text }) {
      if (text === 'one') await isOver.promise;
      yield { say: text };
    });
    const tracer = trace.getTracer('test');
    const ask = (text: string): Promise<CollectingConnection> =>
      tracer.startActiveSpan(`request ${text}`, async (span) => {
        const answer = await desk.say(text);
        span.end();
        return answer;
      });
    const answers = [await ask('one'), await ask('two')];
    isOver.resolve();
    for (const answer of answers) expect(await answer.done).toBe('ended');
    await expect.poll(() => named(tracing, 'invoke_agent actor')).toHaveLength(2);
    const parents = named(tracing, 'invoke_agent actor').map((span) => span.parentSpanContext?.spanId);
    const requests = ['request one', 'request two'].map((name) => named(tracing, name)[0]!.spanContext().spanId);
    expect(parents).toEqual(requests);
  });

  test('the span of a call begins when it is approved, and a refused call is marked', async () => {
    await using tracing = new MemoryTracing();
    await using desk = await openSessions(({ text }) => [
      { call: 'shoot', id: text, approval: true, output: 'bang' },
      { say: 'done' },
    ]);
    const answerAll = async (approved: boolean): Promise<void> => {
      const session = (await desk.sessions.find(owner, 's'))!;
      await expect.poll(() => desk.sessions.approvals(session)).toHaveLength(1);
      const verdicts = (await desk.sessions.approvals(session)).map(({ approvalId }) => ({ approvalId, approved }));
      await desk.sessions.answer(owner, 's', { verdicts });
    };
    await desk.say('yes');
    await new Promise((resolve) => setTimeout(resolve, 300));
    await answerAll(true);
    await expect.poll(() => named(tracing, 'invoke_agent actor')).toHaveLength(1);
    await desk.say('no');
    await answerAll(false);
    await expect.poll(() => named(tracing, 'invoke_agent actor')).toHaveLength(2);
    const [allowed, denied] = named(tracing, 'execute_tool shoot');
    expect(allowed!.attributes['error.type']).toBeUndefined();
    expect(secondsOf(allowed!)).toBeLessThan(secondsOf(named(tracing, 'invoke_agent actor')[0]!) - 0.25);
    expect(denied!.attributes['error.type']).toBe('denied');
  });
});

test('an observer learns of every answer and every call, whether or not anybody traces', async () => {
  const facts: unknown[] = [];
  const observer = {
    agentAnswered: (fact: unknown) => void facts.push(fact),
    agentUsedTool: (fact: unknown) => void facts.push(fact),
  };
  const usage = { inputTokens: 11, outputTokens: 7 };
  await using desk = await openSessions(
    [[{ call: 'look', output: 'y' }, { call: 'break', error: 'no' }, { usage }, { say: 'It is y.' }], [{ fail: 'no' }]],
    observer,
  );
  await (
    await desk.say('one')
  ).done;
  await (
    await desk.say('two')
  ).done;
  await expect.poll(() => facts.length).toBe(4);
  const seconds = expect.any(Number);
  expect(facts).toEqual([
    { agent: 'actor', tool: 'look', seconds },
    { agent: 'actor', tool: 'break', seconds, failure: 'action_failed' },
    { agent: 'actor', outcome: 'complete', seconds, usage },
    { agent: 'actor', outcome: 'failed', seconds },
  ]);
});
