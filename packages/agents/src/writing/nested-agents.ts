import { defined } from '@posthouse/protocol';
import type { Translation } from '../agent-adapter.ts';
import type { AgentNews, NestedAgent, NestedCall, NestedPart, NestedText, TextKind } from '../agent-news.ts';
import { boundOutput, boundText, limitAfter, MAX_OUTPUT, measure } from '../bound-output.ts';
import type { RunState } from './run-state.ts';

const INTERRUPTED = 'Interrupted before it was done.';

/** News of an agent inside the agent; what was known of it before stays. */
export function writeAgent(state: RunState, agent: NestedAgent): Translation<RunState> {
  const { toolCallId } = agent;
  const next = { ...state.nestedAgents.get(toolCallId), ...defined(agent) } as NestedAgent;
  const nestedAgents = new Map(state.nestedAgents).set(toolCallId, next);
  return { news: [{ type: 'agent', agent: next }], state: { ...state, nestedAgents } };
}

/** A text of an agent inside the agent. It is sent whole each time, so only when it has grown by an eighth. */
export function writeNestedText(state: RunState, text: NestedTextNews): Translation<RunState> {
  const { toolCallId: parent, partId, kind, isDone = false, retracted } = text;
  const key = `${parent}/${partId}`;
  const known = state.nestedParts.get(key);
  const before = known?.part;
  if (before?.type === 'dynamic-tool' || before?.retracted) return { news: [], state };
  if (before?.state === 'done' && retracted === undefined) return { news: [], state };
  const whole = boundText(text.text ?? (before?.text ?? '') + (text.delta ?? ''), MAX_OUTPUT);
  const shown = known?.shownLength ?? 0;
  const isNews = isDone || retracted || (whole.length > shown && whole.length >= shown * 1.125);
  const part: NestedText = {
    type: kind,
    text: whole,
    state: isDone || retracted ? 'done' : 'streaming',
    retracted,
  };
  const nestedParts = new Map(state.nestedParts).set(key, { parent, part, shownLength: isNews ? whole.length : shown });
  return { news: isNews ? [toPartNews(key, parent, part)] : [], state: { ...state, nestedParts } };
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
  if (before?.state === 'output-available' || before?.state === 'output-error') return { news: [], state };
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
  return { news: [toPartNews(key, parent, part)], state: { ...state, nestedParts, outputLength } };
}

/** The run is over, and with it everything that went on inside its agents. */
export function closeNested(state: RunState, status: 'completed' | 'failed' | 'stopped'): AgentNews[] {
  const parts = [...state.nestedParts].flatMap(([key, { parent, part }]) => {
    const closed = toClosed(part);
    return closed === undefined ? [] : [toPartNews(key, parent, closed)];
  });
  const agents = [...state.nestedAgents.values()].filter((agent) => agent.status === 'running');
  return [...parts, ...agents.map((agent): AgentNews => ({ type: 'agent', agent: { ...agent, status } }))];
}

function toClosed(part: NestedPart): NestedPart | undefined {
  if (part.type !== 'dynamic-tool') return part.state === 'done' ? undefined : { ...part, state: 'done' };
  if (part.state === 'output-available' || part.state === 'output-error') return undefined;
  return { ...part, state: 'output-error', errorText: INTERRUPTED };
}

function toPartNews(id: string, parent: string, part: NestedPart): AgentNews {
  return { type: 'agent-part', id, parent, part };
}
