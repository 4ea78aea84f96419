import { fileURLToPath } from 'node:url';
import { createOpenAI } from '@ai-sdk/openai';
import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { ReadableSpan } from '@opentelemetry/sdk-trace';
import { openStore } from '@posthouse/store';
import { startScriptedLLM } from '@posthouse/testkit';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { action } from '../definitions/action.ts';
import { agent } from '../definitions/agent.ts';
import { httpServer } from '../mcp/__fixtures__/http-server.ts';
import { mcpTools } from '../mcp/mcp-tools.ts';
import { Engine } from '../engine/engine.ts';
import { SwarmInstance } from '../instance/swarm-instance.ts';
import { scripted, type ScriptedTurn } from '../scripted/index.ts';
import { swarm } from '../swarm.ts';
import { MemoryTracing, toOutline } from './__fixtures__/memory-tracing.ts';

let tracing: MemoryTracing;

beforeEach(() => {
  tracing = new MemoryTracing();
});

afterEach(() => tracing[Symbol.asyncDispose]());

const weigh = action({
  name: 'weigh',
  description: 'Weighs a parcel.',
  parameters: { type: 'object', properties: { parcel: { type: 'string' } } },
  execute: ({ parcel }: { parcel?: string }) => {
    // What an action traces by itself belongs to the action.
    trace.getTracer('scales').startSpan('read the scales').end();
    if (parcel === 'anvil') throw new Error('the anvil of Mr. Miller is too heavy');
    return '2 kg';
  },
});

const finish = (text: string): ScriptedTurn => ({
  toolCalls: [{ name: 'task_complete', input: { finish_message: text } }],
});

/** A boss that asks a clerk, who weighs a parcel. */
function postOffice(parcel: string) {
  return swarm({
    name: 'harbour',
    version: '1.0.0',
    entrypoint: 'boss',
    agents: [
      agent({
        name: 'boss',
        commTargets: ['clerk'],
        enableEntrypoint: true,
        canCompleteTasks: true,
        model: scripted(
          [
            {
              toolCalls: [{ name: 'send_request', input: { target: 'clerk', subject: 'Weight', body: 'How heavy?' } }],
            },
            finish('Two kilos of secrets.'),
          ],
          { modelId: 'boss-model' },
        ),
      }),
      agent({
        name: 'clerk',
        commTargets: ['boss'],
        actions: [weigh],
        model: scripted(
          [
            { toolCalls: [{ name: 'weigh', input: { parcel } }], usage: { input: 11, output: 7 } },
            { toolCalls: [{ name: 'send_response', input: { target: 'boss', subject: 'Weight', body: '2 kg' } }] },
          ],
          { modelId: 'clerk-model' },
        ),
      }),
    ],
  });
}

const idOf = (span: ReadableSpan): string => span.spanContext().spanId;
const linksOf = (span: ReadableSpan): string[] => span.links.map((link) => link.context.spanId);

describe('the spans of a run', () => {
  test('spans are a tree of run, turns, model calls and actions, with mail as links between turns', async () => {
    await using store = await openStore('sqlite::memory:');
    await using instance = await postOffice('parcel').instantiate({ store });
    const tracer = trace.getTracer('caller');
    await tracer.startActiveSpan('a caller', async (span) => {
      await instance.postMessage({ body: 'A confidential question.', taskId: 't-1' });
      span.end();
    });
    await instance[Symbol.asyncDispose]();

    expect(toOutline(tracing.spans)).toEqual([
      'a caller',
      '  post harbour',
      '    invoke_workflow harbour',
      '      invoke_agent boss',
      '        chat scripted/boss-model',
      '      invoke_agent clerk',
      '        chat scripted/clerk-model',
      '        execute_tool weigh',
      '          read the scales',
      '      invoke_agent clerk',
      '        chat scripted/clerk-model',
      '      invoke_agent boss',
      '        chat scripted/boss-model',
    ]);
    const [post] = tracing.named('post harbour');
    const bosses = tracing.named('invoke_agent boss');
    const clerks = tracing.named('invoke_agent clerk');
    expect(linksOf(bosses[0]!)).toEqual([idOf(post!)]);
    expect(linksOf(clerks[0]!)).toEqual([idOf(bosses[0]!)]);
    expect(linksOf(clerks[1]!)).toEqual([idOf(clerks[0]!)]);
    expect(linksOf(bosses[1]!)).toEqual([idOf(clerks[1]!)]);

    expect(tracing.named('invoke_workflow harbour')[0]!.attributes).toEqual({
      'gen_ai.operation.name': 'invoke_workflow',
      'gen_ai.workflow.name': 'harbour',
      'gen_ai.conversation.id': 't-1',
      'posthouse.run': 1,
      'posthouse.run.outcome': 'complete',
    });
    expect(clerks[0]!.attributes).toMatchObject({
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.name': 'clerk',
      'gen_ai.conversation.id': 't-1',
      'posthouse.turn': 2,
    });
    const [chat] = tracing.named('chat scripted/clerk-model');
    expect(chat!.kind).toBe(SpanKind.CLIENT);
    expect(chat!.attributes).toMatchObject({
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'scripted',
      'gen_ai.request.model': 'scripted/clerk-model',
      'gen_ai.response.finish_reasons': ['tool-calls'],
      'gen_ai.response.time_to_first_chunk': expect.any(Number),
      'gen_ai.usage.input_tokens': 11,
      'gen_ai.usage.output_tokens': 7,
      'posthouse.model.requests': 1,
    });
    expect(tracing.named('execute_tool weigh')[0]!.attributes).toMatchObject({
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'weigh',
      'gen_ai.agent.name': 'clerk',
    });
  });

  test('say that an action failed, without any content', async () => {
    await using store = await openStore('sqlite::memory:');
    await using instance = await postOffice('anvil').instantiate({ store });
    await instance.postMessage({ body: 'A confidential question.' });
    const [failed] = tracing.named('execute_tool weigh');
    expect(failed!.status).toEqual({ code: SpanStatusCode.ERROR });
    expect(failed!.attributes['error.type']).toBe('action_failed');
    const everything = JSON.stringify(
      tracing.spans.map(({ name, attributes, events, links, status }) => ({ name, attributes, events, links, status })),
    );
    for (const word of ['confidential', 'secrets', 'How heavy', 'anvil', '2 kg'])
      expect(everything).not.toContain(word);
  });

  test('spans have the content once that is enabled', async () => {
    const { definition } = postOffice('parcel');
    await using store = await openStore('sqlite::memory:');
    await using engine = await Engine.start({ store, swarms: [definition], content: true });
    const instance = new SwarmInstance(definition, { swarm: 'harbour', role: 'user', id: 'ada' }, engine);
    await instance.postMessage({ body: 'A confidential question.' });
    const [chat] = tracing.named('chat scripted/boss-model');
    const messagesOf = (name: string): object => JSON.parse(chat!.attributes[name] as string) as object;
    expect(messagesOf('gen_ai.input.messages')).toEqual([
      { role: 'user', parts: [{ type: 'text', content: expect.stringContaining('A confidential question.') }] },
    ]);
    expect(messagesOf('gen_ai.output.messages')).toMatchObject([
      { role: 'assistant', parts: [{ type: 'tool_call', name: 'send_request', arguments: { target: 'clerk' } }] },
    ]);
    expect(tracing.named('execute_tool weigh')[0]!.attributes).toMatchObject({
      'gen_ai.tool.call.arguments': '{"parcel":"parcel"}',
      'gen_ai.tool.call.result': '2 kg',
    });
  });

  test('tracing does not change what models are given', async () => {
    const prompts = async (): Promise<string> => {
      const llm = scripted([finish('Done.')], { modelId: 'm' });
      const clerk = agent({
        name: 'clerk',
        model: llm,
        commTargets: [],
        enableEntrypoint: true,
        canCompleteTasks: true,
      });
      const desk = swarm({ name: 'desk', version: '1.0.0', entrypoint: 'clerk', agents: [clerk] });
      await using store = await openStore('sqlite::memory:');
      await using instance = await desk.instantiate({ store });
      await instance.postMessage({ body: 'Hello.', taskId: 't' });
      const asked = llm.requests.map(({ system, messages, tools }) => ({ system, messages, tools }));
      // When a message was written, and the boundary that is hashed from it, are never the same.
      return JSON.stringify(asked).replaceAll(/boundary=\\"[^"]+\\"|timestamp: [\d:.T+-]+/g, '');
    };
    const traced = await prompts();
    expect(tracing.named('chat scripted/m')).toHaveLength(1);
    await tracing[Symbol.asyncDispose]();
    expect(traced).toContain('Hello.');
    expect(traced).toEqual(await prompts());
  });
});

describe('continuing a trace', () => {
  test('continues in the process that takes a run over, and in the next run of a message that waited', async () => {
    const asked = Promise.withResolvers<void>();
    const patient = (lines: ((signal: AbortSignal) => Promise<void>)[]) =>
      swarm({
        name: 'desk',
        version: '1.0.0',
        entrypoint: 'clerk',
        agents: [
          agent({
            name: 'clerk',
            commTargets: [],
            enableEntrypoint: true,
            canCompleteTasks: true,
            run: async ({ signal }) => {
              await lines.shift()?.(signal);
              return { calls: [{ tool: 'task_complete', input: { finish_message: 'done' } }] };
            },
          }),
        ],
      }).definition;
    const stuck = (signal: AbortSignal): Promise<void> => {
      asked.resolve();
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
    };
    await using store = await openStore('sqlite::memory:');
    const owner = { swarm: 'desk', role: 'user', id: 'ada' } as const;
    const before = patient([stuck]);
    const first = await Engine.start({ store, swarms: [before], node: 'first' });
    const instance = new SwarmInstance(before, owner, first);
    await instance.submit({ body: 'one', taskId: 't' });
    await asked.promise;
    await instance.submit({ body: 'two', taskId: 't', whenOpen: 'queue' });
    await first.stop({ drainMs: 0 });

    const after = patient([]);
    await using second = await Engine.start({ store, swarms: [after], node: 'second' });
    for await (const entry of new SwarmInstance(after, owner, second).follow('t')) {
      if (entry.type === 'run-ended' && entry.run === 2) break;
    }
    await second.stop();

    expect(toOutline(tracing.spans)).toEqual([
      'post desk',
      '  invoke_workflow desk',
      '    invoke_agent clerk',
      '  invoke_workflow desk',
      '    invoke_agent clerk',
      'post desk',
      '  invoke_workflow desk',
      '    invoke_agent clerk',
    ]);
    const [left, taken, next] = tracing.named('invoke_workflow desk');
    expect(left!.attributes['posthouse.run.outcome']).toBeUndefined();
    expect(taken!.attributes['posthouse.run.outcome']).toBe('complete');
    expect([left, taken, next].map((span) => span!.attributes['posthouse.run'])).toEqual([1, 1, 2]);
  });

  test('continues at the provider of a model, with a span for an answer and a header for each request', async () => {
    await using llm = await startScriptedLLM({
      script: [
        { fault: { kind: 'http', status: 503, message: 'busy' } },
        { toolCalls: [{ name: 'task_complete', input: { finish_message: 'ok' } }] },
      ],
    });
    const { responses } = createOpenAI({ baseURL: `${llm.url}/v1`, apiKey: 'none' });
    const clerk = agent({
      name: 'clerk',
      model: responses('gpt-5-mini'),
      commTargets: [],
      enableEntrypoint: true,
      canCompleteTasks: true,
    });
    const desk = swarm({ name: 'desk', version: '1.0.0', entrypoint: 'clerk', agents: [clerk] });
    await using store = await openStore('sqlite::memory:');
    await using instance = await desk.instantiate({ store });
    await instance.postMessage({ body: 'Hello.' });
    const [chat, ...others] = tracing.named('chat openai/gpt-5-mini');
    expect(others).toEqual([]);
    const { traceId, spanId } = chat!.spanContext();
    expect(llm.requests.map(({ headers }) => headers.traceparent)).toEqual(
      Array.from({ length: 2 }, () => `00-${traceId}-${spanId}-01`),
    );
    expect(chat!.attributes).toMatchObject({ 'gen_ai.provider.name': 'openai', 'posthouse.model.requests': 2 });
  });

  test('continues at MCP servers, in the call and, over HTTP, in the headers', async () => {
    await using web = await httpServer();
    await using overHTTP = await mcpTools({ transport: { type: 'http', url: web.url }, prefix: 'web_' });
    const program = fileURLToPath(new URL('../mcp/__fixtures__/stdio-server.ts', import.meta.url));
    const child = { type: 'stdio' as const, command: process.execPath, args: [program] };
    await using overStdio = await mcpTools({ transport: child, prefix: 'child_' });
    const model = scripted([
      { toolCalls: ['web_echo', 'child_echo'].map((name) => ({ name, input: {} })) },
      finish('Done.'),
    ]);
    const clerk = agent({
      name: 'clerk',
      model,
      commTargets: [],
      actions: [...overHTTP.actions, ...overStdio.actions],
      enableEntrypoint: true,
      canCompleteTasks: true,
    });
    const desk = swarm({ name: 'desk', version: '1.0.0', entrypoint: 'clerk', agents: [clerk] });
    await using store = await openStore('sqlite::memory:');
    await using instance = await desk.instantiate({ store });
    await instance.postMessage({ body: 'Hello.' });
    const traceparents = ['web_echo', 'child_echo'].map((name) => {
      const { traceId, spanId } = tracing.named(`execute_tool ${name}`)[0]!.spanContext();
      return `00-${traceId}-${spanId}-01`;
    });
    const results = model.requests[1]!.messages.flatMap(({ toolResults }) => toolResults.map(({ text }) => text));
    for (const [index, traceparent] of traceparents.entries()) expect(results[index]).toContain(traceparent);
    expect(web.requests.map(({ headers }) => headers.traceparent)).toContain(traceparents[0]);
  });
});
