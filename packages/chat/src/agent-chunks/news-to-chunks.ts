import type { AgentNews, NestedAgent, NestedPart } from '@posthouse/agents';
import { defined, type JSONObject } from '@posthouse/protocol';
import type { UIChunk } from '../chunks/ui-chunk.ts';

/** Every call is the agent's own: no client runs it, and no client has to know its tools. */
const OURS = { dynamic: true, providerExecuted: true } as const;

/** What a reader of a UI message stream is sent about news of an agent. */
export function newsToChunks(news: AgentNews): UIChunk[] {
  switch (news.type) {
    case 'start':
      return [{ type: 'start', messageId: news.messageId, ...(news.facts && { messageMetadata: news.facts }) }];
    case 'facts':
      return [{ type: 'message-metadata', messageMetadata: news.facts }];
    case 'step-start':
      return [{ type: 'start-step' }];
    case 'step-end':
      return [{ type: 'finish-step' }];
    case 'text-start':
      return [{ type: `${news.kind}-start`, id: news.id, providerMetadata: { posthouse: { part: news.id } } }];
    case 'text':
      return [{ type: `${news.kind}-delta`, id: news.id, delta: news.delta }];
    case 'text-end':
      return [toTextEnd(news)];
    case 'text-retracted':
      return [{ type: 'data-retracted', id: news.id, data: { part: news.id } }];
    case 'call-start':
      return [{ type: 'tool-input-start', toolCallId: news.callId, toolName: news.tool, ...OURS }];
    case 'call-input':
      return [{ type: 'tool-input-delta', toolCallId: news.callId, inputTextDelta: news.delta }];
    case 'call':
      return [toCall(news)];
    case 'question':
      return [{ type: 'tool-approval-request', approvalId: news.approvalId, toolCallId: news.callId }];
    case 'progress':
      return [
        { type: 'tool-output-available', toolCallId: news.callId, output: news.text, preliminary: true, ...OURS },
      ];
    case 'result':
      return [{ type: 'tool-output-available', toolCallId: news.callId, output: news.output, ...OURS }];
    case 'failure':
      return [{ type: 'tool-output-error', toolCallId: news.callId, errorText: news.errorText, ...OURS }];
    case 'source':
      return [{ type: 'source-url', sourceId: news.id, url: news.url, title: news.title }];
    case 'file':
      return [{ type: 'file', url: news.url, mediaType: news.mediaType }];
    case 'agent':
      return [{ type: 'data-agent', id: news.agent.toolCallId, data: toData(news.agent) }];
    case 'agent-part':
      return [{ type: 'data-agent-part', id: news.id, data: { toolCallId: news.parent, part: toData(news.part) } }];
    case 'notice':
      return [toNotice(news)];
    case 'data':
      return [
        { type: `data-${news.name}`, data: news.data, id: news.id, ...(news.isTransient && { transient: true }) },
      ];
    case 'pause':
      return [{ type: 'finish', finishReason: 'tool-calls', messageMetadata: news.facts }];
    case 'end':
      return toEnd(news);
  }
}

type News<Type extends AgentNews['type']> = Extract<AgentNews, { type: Type }>;

function toTextEnd({ id, kind, retracted, more = {} }: News<'text-end'>): UIChunk {
  const about = { ...more, ...(retracted === true && { retracted }) };
  const isMore = Object.keys(about).length > 0;
  return { type: `${kind}-end`, id, ...(isMore && { providerMetadata: { posthouse: { part: id, ...about } } }) };
}

function toCall({ callId, tool, input, parent }: News<'call'>): UIChunk {
  return {
    type: 'tool-input-available',
    toolCallId: callId,
    toolName: tool,
    input,
    ...OURS,
    ...(parent !== undefined && { providerMetadata: { posthouse: { parent } } }),
  };
}

function toNotice({ code, text, id, more }: News<'notice'>): UIChunk {
  const data = { code, text, ...more };
  return id === undefined ? { type: 'data-notice', data, transient: true } : { type: 'data-notice', id, data };
}

function toEnd(news: News<'end'>): UIChunk[] {
  const { facts: messageMetadata } = news;
  if (news.outcome === 'failed') {
    return [
      // Readers that stop at the error have the metadata by then.
      { type: 'message-metadata', messageMetadata },
      { type: 'error', errorText: news.errorText },
      { type: 'finish', finishReason: 'error', messageMetadata },
    ];
  }
  const finish: UIChunk = { type: 'finish', finishReason: news.finishReason, messageMetadata };
  return news.outcome === 'stopped' ? [{ type: 'abort', reason: 'The run was stopped.' }, finish] : [finish];
}

function toData(value: NestedAgent | NestedPart): JSONObject {
  return defined(value) as JSONObject;
}
