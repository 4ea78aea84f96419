import { type MAILFrame, recipientsOf } from '@posthouse/protocol';
import type { Palette } from '../terminal/palette.ts';
import { toPrintable } from '../terminal/to-printable.ts';

export type FrameLineOptions = {
  palette: Palette;
  verbose: boolean;
  /** What a call was made with, if its frame has been seen. */
  inputOf: (callId: string) => unknown;
};

const LONGEST = 2_000;

/** One frame as a line for people; nothing for frames that say nothing the others do not. */
export function toFrameLine(frame: MAILFrame, options: FrameLineOptions): string | undefined {
  const { palette, verbose } = options;
  switch (frame.event) {
    case 'new_message':
      return toMessageLine(frame.data, palette);
    case 'tool_call':
      return verbose ? toCallLine(frame.data, palette) : undefined;
    case 'action_call':
    case 'builtin_tool_call': {
      const { caller, toolName, toolCallId } = frame.data.extraData;
      // Other servers only have the prose.
      if (caller === undefined || toolName === undefined)
        return palette.paint('dim', `    ${oneLine(frame.data.description)}`);
      const input = toolCallId === undefined ? undefined : options.inputOf(toolCallId);
      return `${palette.agent(caller)} runs ${oneLine(toolName)}(${input === undefined ? '' : oneLine(toText(input))})`;
    }
    case 'action_complete':
    case 'breakpoint_action_complete': {
      const { result } = frame.data.extraData;
      return palette.paint('dim', `    ${oneLine(result === undefined ? frame.data.description : toText(result))}`);
    }
    case 'action_error':
      return palette.paint('red', `    ${oneLine(frame.data.extraData.errorMessage ?? frame.data.description)}`);
    case 'agent_error':
    case 'interswarm_message_error':
    case 'run_loop_error':
      return palette.paint('red', `(${oneLine(frame.data.description)})`);
    case 'breakpoint_tool_call':
    case 'text_abandoned':
    case 'history_compacted':
    case 'notice':
    case 'task_resumed':
    case 'interswarm_message_sent':
    case 'interswarm_message_received':
    case 'run_loop_cancelled':
    case 'shutdown_requested':
      return palette.paint('dim', `(${oneLine(frame.data.description)})`);
    case 'await_message':
    case 'broadcast_ignored':
    case 'help_called':
    case 'task_complete_call':
    case 'task_complete_call_duplicate':
      return verbose ? palette.paint('dim', `(${oneLine(frame.data.description)})`) : undefined;
    default:
      return undefined;
  }
}

function toMessageLine(
  { description, extraData }: Extract<MAILFrame, { event: 'new_message' }>['data'],
  palette: Palette,
): string | undefined {
  const message = extraData.fullMessage;
  if (message === undefined) return oneLine(description);
  const { sender, subject, body } = message.message;
  // The system's signals and the end of the task say nothing that the lines around them do not.
  if (sender.addressType === 'system' || subject.startsWith('::')) return undefined;
  const names = recipientsOf(message).map(({ address }) => palette.agent(address));
  return `${palette.agent(sender.address)} → ${names.join(', ')}  ${palette.paint('bold', oneLine(subject))}: ${oneLine(body)}`;
}

function toCallLine(
  { description, extraData }: Extract<MAILFrame, { event: 'tool_call' }>['data'],
  palette: Palette,
): string {
  const { caller, toolName, toolArgs, reasoning } = extraData;
  const thought = reasoning === undefined ? '' : palette.paint('dim', `    ${oneLine(reasoning)}\n`);
  if (caller === undefined || toolName === undefined) return `${thought}${palette.paint('dim', oneLine(description))}`;
  return `${thought}${palette.agent(caller)} calls ${oneLine(toolName)}(${oneLine(toText(toolArgs ?? {}))})`;
}

/** Text stays text, everything else is JSON. */
function toText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

function oneLine(text: string): string {
  const line = toPrintable(text).replaceAll(/\s*\n\s*/g, ' ');
  return line.length <= LONGEST ? line : `${line.slice(0, LONGEST)}…`;
}
