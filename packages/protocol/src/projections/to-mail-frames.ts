import { defined } from '../defined.ts';
import { swarmOf } from '../addresses/swarm-of.ts';
import type { MAILFrame } from '../frames/mail-frame.ts';
import { textOfJSON } from '../json.ts';
import { toBudgetText } from '../log/budget.ts';
import type { Fact, LogEntry, MessageEntry } from '../log/log-entry.ts';
import { restamp } from '../timestamp.ts';
import { agentOf, type Stored, toCallFrames } from './to-call-frames.ts';
import { toMessageXML } from './to-message-xml.ts';
import { toOpenCallsText } from './to-open-calls-text.ts';

/** What every frame of a task repeats. */
export type FrameContext = { taskId: string; swarm: string };

type Draft = { [Frame in MAILFrame as Frame['event']]: Omit<Frame, 'id'> }[MAILFrame['event']];

/**
 * One entry of the log as the frames of a MAIL stream. Needs no other entry, so a reader may start anywhere; the last
 * frame of an entry carries its `seq` as id.
 *
 * @example log.flatMap((entry) => toMailFrames(entry, { taskId, swarm: 'demo' }))
 */
export function toMailFrames(entry: LogEntry, context: FrameContext): MAILFrame[] {
  const drafts = entry.type === 'remote' ? toRemoteDrafts(entry, context) : toDrafts(entry, context);
  return drafts.map((draft, index) =>
    index === drafts.length - 1 ? ({ ...draft, id: String(entry.seq) } as MAILFrame) : (draft as MAILFrame),
  );
}

/** What another swarm did, marked with its name. Its pauses and ends are not ours: only the owner's frames end a stream. */
function toRemoteDrafts(entry: LogEntry & { type: 'remote' }, context: FrameContext): Draft[] {
  const { swarm, fact, ...place } = entry;
  if (fact.type === 'paused') return [];
  const drafts = toDrafts({ ...place, ...fact } as LogEntry, { ...context, swarm });
  return (fact.type === 'run-ended' ? drafts.slice(0, -1) : drafts).map((draft) =>
    'extraData' in draft.data
      ? ({ ...draft, data: { ...draft.data, extraData: { ...draft.data.extraData, remoteSwarm: swarm } } } as Draft)
      : draft,
  );
}

function toDrafts(entry: LogEntry, { taskId, swarm }: FrameContext): Draft[] {
  const stored: Stored = { timestamp: restamp(entry.at), taskId };
  const caller = entry.agent;
  switch (entry.type) {
    case 'run-started': {
      const extraData = { run: entry.run, answerId: entry.answerId };
      return [{ event: 'run_started', data: { ...stored, description: `run ${entry.run} started`, extraData } }];
    }
    case 'message':
      return toMessageDrafts(entry, stored, swarm);
    case 'call':
    case 'call-started':
    case 'call-ended':
      return toCallFrames(entry, stored);
    case 'usage': {
      const { model, usage, calls, estimated } = entry;
      const { inputTokens, outputTokens } = usage;
      // Calls that failed before anything was read or written are counted, but nothing was used.
      if (inputTokens + outputTokens === 0) return [];
      const about = estimated === true ? 'about ' : '';
      const description = `agent ${agentOf(entry)} used ${about}${inputTokens} input and ${outputTokens} output tokens of ${model}`;
      const more = defined({ calls, estimated });
      return [{ event: 'usage', data: { ...stored, description, extraData: { caller, model, ...usage, ...more } } }];
    }
    case 'text-started':
    case 'text-written':
      // MAIL shows text as tokens, and then what came of it.
      return [];
    case 'text-abandoned': {
      const extraData = { caller, turn: entry.turn, attempt: entry.attempt };
      const description = `agent ${agentOf(entry)} starts this turn again; what it had written is void`;
      return [{ event: 'text_abandoned', data: { ...stored, description, extraData } }];
    }
    case 'compacted': {
      const description = `agent ${agentOf(entry)} summarised its history up to turn ${entry.through}`;
      return [
        { event: 'history_compacted', data: { ...stored, description, extraData: { caller, through: entry.through } } },
      ];
    }
    case 'notice':
      // MAIL has a name for two kinds of notices: an agent that could not answer, and a letter that did not arrive.
      if (entry.code === 'model_failed') return [toFailureDraft(entry, stored)];
      if (entry.code === 'letter_lost') {
        return [
          { event: 'interswarm_message_error', data: { ...stored, description: entry.text, extraData: { caller } } },
        ];
      }
      return [
        { event: 'notice', data: { ...stored, description: entry.text, extraData: { caller, code: entry.code } } },
      ];
    case 'paused':
      return toPausedDrafts(entry, stored);
    case 'resumed':
      return [
        {
          event: 'task_resumed',
          data: { ...stored, description: toResumedText(entry.callIds), extraData: {} },
        },
      ];
    case 'run-ended': {
      const isFailure = entry.code === 'model_failed' && caller !== undefined;
      return [...(isFailure ? [toFailureDraft(entry, stored)] : []), toEndDraft(entry, stored)];
    }
    case 'remote':
      return [];
  }
}

function toMessageDrafts(entry: MessageEntry, stored: Stored, swarm: string): Draft[] {
  const { message, to } = entry;
  const { sender, subject } = message.message;
  // The result of a breakpoint re-prompts its agent without a message of its own; MAIL hides the signal for it.
  if (subject === '::action_complete_broadcast::' && sender.addressType === 'system') return [];
  const xml = toMessageXML(message);
  const target = swarmOf(to);
  if (target !== undefined && target !== swarm) {
    const direction = message.message.routingInfo?.direction === 'back' ? 'back' : 'forward';
    const description = `sent interswarm message ${direction} to swarm ${target}:\n${xml}`;
    return [{ event: 'interswarm_message_sent', data: { ...stored, description, extraData: {} } }];
  }
  const completes = message.msgType === 'broadcast_complete' && sender.addressType === 'agent';
  const introduction = completes ? `task_complete response from ${sender.address}` : 'sending message';
  const arrived: Draft = {
    event: 'new_message',
    data: { ...stored, description: `${introduction}:\n${xml}`, extraData: { fullMessage: message } },
  };
  const origin = sender.addressType === 'agent' ? swarmOf(sender.address) : undefined;
  if (origin === undefined || origin === swarm) return [arrived];
  const description = `received interswarm message from swarm ${origin}`;
  return [{ event: 'interswarm_message_received', data: { ...stored, description, extraData: {} } }, arrived];
}

function toPausedDrafts(entry: LogEntry & { type: 'paused' }, stored: Stored): Draft[] {
  const { budget } = entry;
  if (budget !== undefined && entry.calls.length === 0) {
    const response = toBudgetText(budget);
    const extraData = { caller: entry.agent, code: 'budget_exceeded', ...budget };
    return [
      { event: 'notice', data: { ...stored, description: response, extraData } },
      { event: 'task_complete', data: { ...stored, response, status: 'paused', code: 'budget_exceeded' } },
    ];
  }
  const tools = entry.calls.map((call) => call.tool).join(', ');
  const inputs = entry.calls.map((call) => textOfJSON(call.input)).join(', ');
  const description = `agent ${agentOf(entry)} used breakpoint tools ${tools} with args: ${inputs}`;
  return [
    { event: 'breakpoint_tool_call', data: { ...stored, description, extraData: { caller: entry.agent } } },
    { event: 'task_complete', data: { ...stored, response: toOpenCallsText(entry.calls), status: 'paused' } },
  ];
}

/** An agent that could not answer, whether or not that was the end of the run. */
function toFailureDraft({ agent, text }: { agent?: string; text: string }, stored: Stored): Draft {
  return { event: 'agent_error', data: { ...stored, description: text, extraData: { caller: agent } } };
}

function toResumedText(callIds: readonly string[]): string {
  return callIds.length === 0 ? 'resumed' : `resumed with results of ${callIds.join(', ')}`;
}

function toEndDraft(entry: Extract<Fact, { type: 'run-ended' }>, stored: Stored): Draft {
  const data = { ...stored, response: entry.text, status: entry.outcome, code: entry.code };
  return entry.outcome === 'complete' ? { event: 'task_complete', data } : { event: 'task_error', data };
}
