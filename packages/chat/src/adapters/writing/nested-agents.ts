import { defined, type JSONObject } from '@posthouse/protocol';
import type { UIChunk } from '../../chunks/ui-chunk.ts';
import type { Translation } from '../agent-adapter.ts';
import { boundOutput, boundText, limitAfter, MAX_OUTPUT, measure } from '../bound-output.ts';
import type { NestedAgent, NestedCall, NestedPart, NestedText, RunState, TextKind } from './run-state.ts';

const INTERRUPTED = 'Interrupted before it was done.';

/** News of an agent inside the agent; what was known of it before stays. */
export function writeAgent(state: RunState, agent: NestedAgent): Translation<RunState> {
  const { toolCallId } = agent;
  const next = { ...state.nestedAgents.get(toolCallId), ...defined(agent) } as NestedAgent;
  const nestedAgents = new Map(state.nestedAgents).set(toolCallId, next);
  return { chunks: [toAgentChunk(next)], state: { ...state, nestedAgents } };
}

/** A text of an agent inside the agent. It is sent whole each time, so only when it has grown by an eighth. */
export function writeNestedText(state: RunState, text: NestedTextNews): Translation<RunState> {
  const { toolCallId: parent, partId, kind, isDone = false, retracted } = text;
  const key = `${parent}/${partId}`;
  const before = state.nestedParts.get(key)?.part;
  if (before?.type === 'dynamic-tool' || before?.retracted) return { chunks: [], state };
  if (before?.state === 'done' && retracted === undefined) return { chunks: [], state };
  const whole = boundText(text.text ?? (before?.text ?? '') + (text.delta ?? ''), MAX_OUTPUT);
  const shown = before?.shownLength ?? 0;
  const isNews = isDone || retracted || (whole.length > shown && whole.length >= shown * 1.125);
  const part: NestedText = {
    type: kind,
    text: whole,
    state: isDone || retracted ? 'done' : 'streaming',
    retracted,
    shownLength: isNews ? whole.length : shown,
  };
  const nestedParts = new Map(state.nestedParts).set(key, { parent, part });
  return { chunks: isNews ? [toPartChunk(key, parent, part)] : [], state: { ...state, nestedParts } };
}

export interface NestedTextNews {
  readonly toolCallId: string;
  readonly partId: string;
  readonly kind: TextKind;
  /** A piece of it, */
  readonly delta?: string;
  /** or all there is. */
  readonly text?: string;
  readonly isDone?: boolean;
  readonly retracted?: true;
}

/** A call of an agent inside the agent. It keeps its first name and its result. */
export function writeNestedCall(
  state: RunState,
  parent: string,
  call: Omit<NestedCall, 'type'>,
): Translation<RunState> {
  const key = `${parent}/${call.toolCallId}`;
  const before = state.nestedParts.get(key)?.part as NestedCall | undefined;
  if (before?.state === 'output-available' || before?.state === 'output-error') return { chunks: [], state };
  const output = boundOutput(call.output, limitAfter(state.outputLength)) ?? null;
  const part: NestedCall = {
    type: 'dynamic-tool',
    ...call,
    toolName: before?.toolName ?? call.toolName,
    ...('output' in call && { output }),
    ...(call.errorText !== undefined && { errorText: boundText(call.errorText, MAX_OUTPUT) }),
  };
  // Of a call that is done nothing is told again, so nothing of it has to be kept.
  const isDone = part.state === 'output-available' || part.state === 'output-error';
  const kept: NestedCall = isDone ? { ...part, input: undefined, output: undefined, errorText: undefined } : part;
  const nestedParts = new Map(state.nestedParts).set(key, { parent, part: kept });
  const outputLength = state.outputLength + measure(output, MAX_OUTPUT);
  return { chunks: [toPartChunk(key, parent, part)], state: { ...state, nestedParts, outputLength } };
}

/** The run is over, and with it everything that went on inside its agents. */
export function closeNested(state: RunState, status: 'completed' | 'failed' | 'stopped'): UIChunk[] {
  const parts = [...state.nestedParts].flatMap(([key, { parent, part }]) => {
    const closed = toClosed(part);
    return closed === undefined ? [] : [toPartChunk(key, parent, closed)];
  });
  const agents = [...state.nestedAgents.values()].filter((agent) => agent.status === 'running');
  return [...parts, ...agents.map((agent) => toAgentChunk({ ...agent, status }))];
}

function toClosed(part: NestedPart): NestedPart | undefined {
  if (part.type !== 'dynamic-tool') return part.state === 'done' ? undefined : { ...part, state: 'done' };
  if (part.state === 'output-available' || part.state === 'output-error') return undefined;
  return { ...part, state: 'output-error', errorText: INTERRUPTED };
}

function toAgentChunk(agent: NestedAgent): UIChunk {
  return { type: 'data-agent', id: agent.toolCallId, data: defined(agent) as JSONObject };
}

function toPartChunk(key: string, parent: string, part: NestedPart): UIChunk {
  const { shownLength: _, ...shown } = { shownLength: 0, ...part };
  return { type: 'data-agent-part', id: key, data: { toolCallId: parent, part: defined(shown) as JSONObject } };
}
