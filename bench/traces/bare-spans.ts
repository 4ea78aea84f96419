import { type Attributes, type Context, ROOT_CONTEXT, type Span, SpanKind, trace } from '@opentelemetry/api';

/**
 * Makes the spans that a task has, with the same names, attributes and links, all at once: what that takes is what the SDK takes
 * for making, keeping and sending them, whoever makes them.
 */
export function makeBareSpans(withModels: boolean, taskId: string): void {
  const conversation = { 'gen_ai.conversation.id': taskId };
  const [post, posted] = open(ROOT_CONTEXT, 'post bench', SpanKind.PRODUCER, {
    'messaging.system': 'mail',
    'messaging.operation.name': 'post',
    'messaging.destination.name': 'bench',
    ...conversation,
  });
  const [run, running] = open(posted, 'invoke_workflow bench', SpanKind.INTERNAL, {
    'gen_ai.operation.name': 'invoke_workflow',
    'gen_ai.workflow.name': 'bench',
    ...conversation,
    'posthouse.run': 1,
  });
  post.end();
  let sender = post;
  for (const [turn, agent] of ['boss', 'clerk', 'clerk', 'boss'].entries()) {
    const named = { 'gen_ai.agent.name': agent, ...conversation };
    const attributes = {
      'gen_ai.operation.name': 'invoke_agent',
      ...named,
      'posthouse.swarm': 'bench',
      'posthouse.run': 1,
      'posthouse.turn': turn + 1,
    };
    const [span, inside] = open(running, `invoke_agent ${agent}`, SpanKind.INTERNAL, attributes, sender);
    if (withModels) makeChat(inside, agent, named);
    if (turn === 1) {
      const [tool] = open(inside, 'execute_tool weigh', SpanKind.INTERNAL, {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': 'weigh',
        'gen_ai.tool.call.id': 'call-1',
        'gen_ai.tool.type': 'function',
        ...named,
      });
      tool.end();
    }
    span.end();
    sender = span;
  }
  run.setAttribute('posthouse.run.outcome', 'complete');
  run.end();
}

function makeChat(turn: Context, agent: string, named: Attributes): void {
  const [chat] = open(turn, `chat scripted/${agent}`, SpanKind.CLIENT, {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': 'scripted',
    'gen_ai.request.model': `scripted/${agent}`,
    'gen_ai.request.stream': true,
    ...named,
  });
  chat.setAttributes({
    'gen_ai.response.time_to_first_chunk': 0.001,
    'gen_ai.response.finish_reasons': ['tool-calls'],
    'gen_ai.usage.input_tokens': 1,
    'gen_ai.usage.output_tokens': 1,
    'posthouse.model.requests': 1,
  });
  chat.end();
}

function open(
  around: Context,
  name: string,
  kind: SpanKind,
  attributes: Attributes,
  linked?: Span,
): [span: Span, inside: Context] {
  const links =
    linked === undefined
      ? []
      : [{ context: linked.spanContext(), attributes: { 'messaging.message.id': 'message-1' } }];
  const span = trace.getTracer('bare').startSpan(name, { kind, attributes, links }, around);
  return [span, trace.setSpan(around, span)];
}
