import type { OpencodePart, OpencodeToolState } from './opencode-event.ts';
import { type Draft, enter, isMain, remember, rememberStep } from './opencode-state.ts';
import { releaseApproval } from './translate-approval.ts';

/** A call as it is now. */
export function writeCall(
  draft: Draft,
  sessionId: string,
  { tool = 'unknown', callID, state = {} }: OpencodePart,
): void {
  if (callID === undefined) return;
  // A tool that does not exist becomes the tool `invalid` on the way; the writer keeps the name that the model used.
  const call = { toolCallId: callID, toolName: tool, state };
  if (isMain(draft, sessionId)) writeMain(draft, sessionId, call);
  else writeNested(draft, sessionId, call);
  meetAgent(draft, call);
}

interface Call {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly state: OpencodeToolState;
}

function writeMain(draft: Draft, sessionId: string, { toolCallId, toolName, state }: Call): void {
  const { writer } = draft;
  if (!writer.state.calls.has(toolCallId)) enter(draft, sessionId, { calls: toolCallId });
  if (state.status === 'pending') return writer.inputStart(toolCallId, toolName);
  act(draft, sessionId);
  const { input } = state;
  writer.input({ toolCallId, toolName, input, isRunning: !draft.memory.asked.has(toolCallId) });
  releaseApproval(draft, { toolCallId, toolName, input });
  if (state.status === 'completed') writer.output(toolCallId, toOutput(state));
  else if (state.status === 'error') writer.failure(toolCallId, state.error);
  else writer.progress(toolCallId, toProgress(state));
}

function writeNested(draft: Draft, sessionId: string, { toolCallId, toolName, state }: Call): void {
  const parent = draft.memory.startedBy.get(sessionId);
  if (parent === undefined) return;
  const call = { toolCallId, toolName, input: state.input ?? {} };
  if (state.status === 'pending') return draft.writer.agentCall(parent, { ...call, state: 'input-streaming' });
  releaseApproval(draft, { ...call, parent });
  if (state.status === 'completed') {
    draft.writer.agentCall(parent, { ...call, state: 'output-available', output: toOutput(state) });
  } else if (state.status === 'error') {
    const errorText = typeof state.error === 'string' ? state.error : JSON.stringify(state.error ?? 'failed');
    draft.writer.agentCall(parent, { ...call, state: 'output-error', errorText });
  } else draft.writer.agentCall(parent, { ...call, state: 'input-available' });
}

/** The call of an agent names the session of that agent, which is how its words are recognised. */
function meetAgent(draft: Draft, { toolCallId, toolName, state }: Call): void {
  const child = state.metadata?.sessionId;
  if (typeof child !== 'string' || toolName !== 'task') return;
  const isNew = !draft.memory.startedBy.has(child);
  if (isNew) remember(draft, { startedBy: new Map(draft.memory.startedBy).set(child, toolCallId) });
  const status = { completed: 'completed', error: 'failed' }[state.status ?? ''] ?? 'running';
  if (!isNew && status === 'running') return;
  const { description, subagent_type: name } = (state.input ?? {}) as { description?: string; subagent_type?: string };
  draft.writer.agent({ toolCallId, name, description, status: status as 'running' | 'completed' | 'failed' });
}

/** A call of this step has begun: what was said before it stands, and the texts that are whole can be closed. */
function act(draft: Draft, sessionId: string): void {
  const step = draft.memory.steps.get(sessionId);
  if (step === undefined || step.isActing) return;
  rememberStep(draft, sessionId, { ...step, isActing: true });
  for (const id of step.texts) if (draft.memory.texts.get(id)?.isComplete) draft.writer.endText(id);
}

/** The output, with what the tool tells about it beside the text. */
function toOutput({ output, title, metadata }: OpencodeToolState): unknown {
  // The text is in the metadata once more.
  const { output: _, ...details } = metadata ?? {};
  const isPlain = (title === undefined || title === '') && Object.keys(details).length === 0;
  return isPlain ? output : { output, title, metadata: details };
}

function toProgress({ metadata }: OpencodeToolState): string {
  return typeof metadata?.output === 'string' ? metadata.output : '';
}
