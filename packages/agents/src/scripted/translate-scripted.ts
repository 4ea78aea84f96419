import type { RunEnd, Translation } from '../agent-adapter.ts';
import type { AgentNews } from '../agent-news.ts';
import type { HostEvent } from '../host-event.ts';
import { finishRun } from '../writing/finish-run.ts';
import type { RunState } from '../writing/run-state.ts';
import { RunWriter } from '../writing/run-writer.ts';
import { translateHostEvent } from '../writing/translate-host-event.ts';
import type { ScriptedEvent, ScriptedResult } from './scripted-event.ts';

/** What is remembered between the events of a script. */
export interface ScriptedState extends RunState {
  readonly errorText: string | undefined;
}

/** What an event of a script means. */
export function translateScripted(event: ScriptedEvent | HostEvent, state: ScriptedState): Translation<ScriptedState> {
  const writer = new RunWriter(state);
  if (translateHostEvent(event, writer)) return writer.done();
  const scripted = event as ScriptedEvent;
  if (scripted.type === 'failed') return writer.done({ errorText: scripted.errorText });
  write(writer, scripted);
  return writer.done();
}

/** Ends the message as the script says. */
export function finishScripted(state: ScriptedState, end: RunEnd): AgentNews[] {
  const { errorText } = state;
  const isFailed = end.outcome === 'ended' && errorText !== undefined;
  return finishRun(state, isFailed ? { outcome: 'failed', errorText } : end);
}

function write(writer: RunWriter<ScriptedState>, event: Exclude<ScriptedEvent, { type: 'failed' }>): void {
  switch (event.type) {
    case 'started':
      writer.describe({ agentSessionId: event.agentSessionId, model: 'scripted' });
      return writer.start();
    case 'step':
      return writer.beginStep();
    case 'text': {
      const { id, kind, delta, parent } = event;
      if (parent === undefined) return writer.text({ id, kind, delta });
      return writer.agentText({ toolCallId: parent, partId: id, kind, delta });
    }
    case 'text-ended': {
      const { id, kind, parent, retracted } = event;
      if (parent !== undefined) return writer.agentText({ toolCallId: parent, partId: id, kind, isDone: true });
      return retracted === true ? writer.retract(id) : writer.endText(id);
    }
    case 'call': {
      const { type: _, parent, ...call } = event;
      if (parent === undefined) return writer.input(call);
      return writer.agentCall(parent, { ...call, state: 'input-available' });
    }
    case 'progress':
      return writer.progress(event.toolCallId, event.text);
    case 'result':
      return writeResult(writer, event);
    case 'agent': {
      const { type: _, ...agent } = event;
      return writer.agent(agent);
    }
    case 'usage':
      return writer.addUsage(event.usage);
    case 'news':
      return writer.pass(event.news);
    default:
      // Recordings may be newer than this code.
      writer.count((event as { type: string }).type);
  }
}

function writeResult(writer: RunWriter<ScriptedState>, result: ScriptedResult): void {
  const { parent, toolCallId, toolName, input, output, errorText } = result;
  if (parent !== undefined) {
    const call = { toolCallId, toolName, input };
    if (errorText === undefined) writer.agentCall(parent, { ...call, state: 'output-available', output });
    else writer.agentCall(parent, { ...call, state: 'output-error', errorText });
  } else if (errorText === undefined) writer.output(toolCallId, output);
  else writer.failure(toolCallId, errorText);
}
