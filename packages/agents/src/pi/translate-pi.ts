import type { RunEnd, Translation } from '../agent-adapter.ts';
import type { AgentNews, TextKind } from '../agent-news.ts';
import { toPlainText } from '../bound-output.ts';
import type { HostEvent } from '../host-event.ts';
import { finishRun } from '../writing/finish-run.ts';
import { RunWriter } from '../writing/run-writer.ts';
import { translateHostEvent } from '../writing/translate-host-event.ts';
import type { PiContent, PiEvent, PiMessage, PiUpdate } from './pi-event.ts';
import type { PiState } from './pi-state.ts';
import { toPiErrorText } from './to-pi-error-text.ts';
import { toUsage } from './to-usage.ts';

/** What an event of pi means. */
export function translatePi(event: PiEvent | HostEvent, state: PiState): Translation<PiState> {
  const writer = new RunWriter(state);
  if (translateHostEvent(event, writer)) return writer.done();
  const { type, message, toolCallId, toolName = 'unknown', args } = event as PiEvent;
  const isAssistant = message?.role === 'assistant';
  switch (type) {
    case 'agent_start':
      writer.start();
      return writer.done();
    case 'message_start':
      return isAssistant ? beginMessage(writer, message, state) : hearUser(writer, message, state);
    case 'message_update':
      return isAssistant ? writeUpdate(writer, (event as PiEvent).assistantMessageEvent, state) : writer.done();
    case 'message_end':
      return isAssistant ? endMessage(writer, message, state) : writer.done();
    case 'tool_execution_start':
      if (toolCallId !== undefined) writer.input({ toolCallId, toolName, input: args });
      return writer.done();
    case 'tool_execution_update':
      if (toolCallId !== undefined)
        writer.progress(toolCallId, toPlainText(contentIn((event as PiEvent).partialResult)));
      return writer.done();
    case 'tool_execution_end':
      // The results that follow as messages, in the order of the calls, say the same once more.
      if (toolCallId !== undefined) endCall(writer, toolCallId, event as PiEvent);
      return writer.done();
    case 'turn_end':
      writer.endStep();
      return writer.done();
    case 'turn_start':
    case 'agent_end':
      return writer.done();
    default:
      writer.count(type);
      return writer.done();
  }
}

type Writer = RunWriter<PiState>;

function beginMessage(writer: Writer, { model, provider }: PiMessage, state: PiState): Translation<PiState> {
  writer.describe({ model: provider === undefined ? model : `${provider}/${model}` });
  writer.beginStep();
  return writer.done({
    messageCount: state.messageCount + 1,
    callAt: new Map(),
    stopReason: undefined,
    errorText: undefined,
  });
}

/** What the user says while the agent is at work. What they said first is known to whoever started the run. */
function hearUser(writer: Writer, message: PiMessage | undefined, state: PiState): Translation<PiState> {
  if (message?.role !== 'user' || state.messageCount === 0) return writer.done();
  writer.data('user-message', { text: toPlainText(message.content) });
  return writer.done();
}

function writeUpdate(writer: Writer, update: PiUpdate | undefined, state: PiState): Translation<PiState> {
  const { type = 'none', contentIndex = 0, delta = '', content } = update ?? {};
  const [, name, phase] = /^(text|thinking|toolcall)_(start|delta|end)$/.exec(type) ?? [];
  if (name === undefined) {
    writer.count(`message_update/${type}`);
    return writer.done();
  }
  if (name === 'toolcall') return writeCall(writer, { ...update!, contentIndex }, state);
  const kind: TextKind = name === 'text' ? 'text' : 'reasoning';
  const id = toPartId(state, contentIndex);
  const sent = state.sent.get(id) ?? 0;
  const piece = phase === 'end' ? restOf(content, sent) : delta;
  writer.text({ id, kind, delta: piece });
  if (phase === 'end') writer.endText(id);
  return writer.done({ sent: new Map(state.sent).set(id, sent + piece.length) });
}

function writeCall(writer: Writer, update: PiUpdate & { contentIndex: number }, state: PiState): Translation<PiState> {
  const { type, contentIndex, delta = '', toolCall, partial } = update;
  const known = state.callAt.get(contentIndex);
  if (type === 'toolcall_delta') {
    if (known !== undefined) writer.inputDelta(known, delta);
    return writer.done();
  }
  const { id, name = 'unknown', arguments: input } = toolCall ?? contentOf(partial)[contentIndex] ?? {};
  if (id === undefined || id === '') return writer.done();
  if (type === 'toolcall_start') writer.inputStart(id, name);
  // It is not running yet: pi takes the calls of a message one after the other.
  else writer.input({ toolCallId: id, toolName: name, input, isRunning: false });
  return writer.done({ callAt: new Map(state.callAt).set(contentIndex, id) });
}

function endMessage(writer: Writer, message: PiMessage, state: PiState): Translation<PiState> {
  const sent = new Map(state.sent);
  for (const [index, { type, text, thinking }] of contentOf(message).entries()) {
    if (type !== 'text' && type !== 'thinking') continue;
    const id = toPartId(state, index);
    const rest = restOf(type === 'text' ? text : thinking, sent.get(id) ?? 0);
    if (rest === '') continue;
    writer.text({ id, kind: type === 'text' ? 'text' : 'reasoning', delta: rest });
    sent.set(id, (sent.get(id) ?? 0) + rest.length);
  }
  // A message that broke off ends none of its texts.
  writer.closeTexts();
  if (message.usage !== undefined) writer.addUsage(toUsage(message.usage));
  const { stopReason, errorMessage } = message;
  return writer.done({ sent, stopReason, errorText: errorMessage && toPiErrorText(errorMessage) });
}

function endCall(writer: Writer, toolCallId: string, { result, isError }: PiEvent): void {
  if (isError === true) writer.failure(toolCallId, contentIn(result));
  else writer.output(toolCallId, result);
}

/** The content of a result, which is what the model sees of it. */
function contentIn(result: unknown): unknown {
  return typeof result === 'object' && result !== null && 'content' in result ? result.content : result;
}

/** Blocks of one message may be open at the same time, so each has an id of its own. */
function toPartId({ options, messageCount }: PiState, contentIndex: number): string {
  return `${options.messageId}/${messageCount}:${contentIndex}`;
}

/** The end of a text whose beginning was sent. Some providers tidy up a text when it is done, which makes it shorter. */
function restOf(text: string | undefined, sent: number): string {
  return text?.slice(sent) ?? '';
}

/**
 * Ends the message. pi tells failures of the model in its last message and ends normally. Whether it was stopped is for
 * us to know: its versions disagree on how to call that.
 */
export function finishPi(state: PiState, end: RunEnd): AgentNews[] {
  const { stopReason, errorText = 'pi failed without saying why.' } = state;
  if (end.outcome !== 'ended') return finishRun(state, end);
  if (stopReason === 'error') return finishRun(state, { outcome: 'failed', errorText });
  if (stopReason === 'aborted') return finishRun(state, { outcome: 'stopped' });
  return finishRun(state, end, stopReason === 'length' ? 'length' : 'stop');
}

/** The blocks of a message; one that is only a text is a single block. */
export function contentOf(message: PiMessage | undefined): readonly PiContent[] {
  const content = message?.content ?? [];
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content;
}
