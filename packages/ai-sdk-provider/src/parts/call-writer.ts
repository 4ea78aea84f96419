import type { JSONValue } from '@ai-sdk/provider';
import type { AdoptedCall } from '../request/find-answers.ts';
import type { Frame, OpenCall } from '../wire/frame.ts';
import type { PartWriter } from './part-writer.ts';

type Call = {
  /** Unique within the answer; the swarm's own id unless two agents chose the same. */
  readonly id: string;
  readonly callId: string;
  readonly agent: string | undefined;
  readonly tool: string;
  input: string;
  shown?: boolean;
  /** The turn that made it is recorded; when the agent calls again, this one is long done. */
  sealed?: boolean;
  ended?: boolean;
};

/** Tools of the protocol whose success shows in what follows, not in a frame of its own. */
const MAIL_TOOLS = /^(?:send_|await_|help$|[a-z]+_broadcast$)/;

/**
 * Shows the calls that happen within a swarm, and hands over those that somebody outside has to answer: the caller, for
 * tools that it has `declared`. `hidden` is for callers that do not want to see tools. The call that completes a task is
 * shown as the answer it carries, and as a call only when it fails.
 */
export function callWriter(
  writer: PartWriter,
  { hidden, declared, adopted }: { hidden: boolean; declared: ReadonlySet<string>; adopted: readonly AdoptedCall[] },
) {
  const calls: Call[] = adopted.map(({ toolCallId: id, callId, tool }) => {
    return { id, callId, tool, agent: undefined, input: '', shown: true };
  });
  const openCalls = (): Call[] => calls.filter((call) => call.ended !== true);
  const metadataOf = ({ agent, callId }: Call) => writer.metadata({ agent, callId });

  const add = (call: Omit<Call, 'id'>): Call => {
    let id = call.callId;
    for (let copy = 2; calls.some((each) => each.id === id); copy += 1) id = `${call.callId}~${copy}`;
    const added = { ...call, id };
    calls.push(added);
    return added;
  };

  const tell = (call: Call, flags: { providerExecuted?: true; dynamic?: true } = {}): void => {
    if (hidden) return;
    call.shown = true;
    const { id, tool: toolName, input } = call;
    const providerMetadata = metadataOf(call);
    writer.push(
      { type: 'tool-input-start', id, toolName, ...flags, providerMetadata },
      { type: 'tool-input-delta', id, delta: input },
      { type: 'tool-input-end', id },
      { type: 'tool-call', toolCallId: id, toolName, input, ...flags, providerMetadata },
    );
  };

  const show = (call: Call): void => {
    if (call.shown !== true) tell(call, { providerExecuted: true, dynamic: true });
  };

  const end = (call: Call, result: JSONValue, isError?: true): void => {
    call.ended = true;
    if (hidden) return;
    show(call);
    const { id: toolCallId, tool: toolName } = call;
    writer.push({
      type: 'tool-result',
      toolCallId,
      toolName,
      result: result ?? '',
      dynamic: true,
      ...(isError && { isError }),
      providerMetadata: metadataOf(call),
    });
  };

  /** Mail tools that fail say so; the others have done their work. */
  const settle = (call: Call): void => {
    if (MAIL_TOOLS.test(call.tool)) end(call, 'done');
  };

  /** By id where the server gives one, else the first open call that it can be. */
  const find = ({ callId, agent, tool }: Frame): Call | undefined => {
    const open = openCalls();
    if (callId !== undefined) {
      const named = open.filter((call) => call.callId === callId);
      return named.find((call) => call.agent === agent) ?? named[0];
    }
    const fits = (call: Call): boolean =>
      tool === undefined ? !MAIL_TOOLS.test(call.tool) && call.tool !== 'task_complete' : call.tool === tool;
    return open.find((call) => call.agent === agent && fits(call));
  };

  return {
    /** An agent has made a call. One that the caller may have to answer waits until it is known who will. */
    called({ agent, tool = '', callId = `${tool}-${calls.length + 1}`, input }: Frame): void {
      for (const call of openCalls()) if (call.sealed === true && call.agent === agent) settle(call);
      const call = add({ agent, tool, callId, input: JSON.stringify(input ?? {}) });
      if (tool !== 'task_complete' && !declared.has(tool)) show(call);
    },

    /** The calls of an agent's turn have all been told. */
    sealed(agent: string): void {
      for (const call of openCalls()) if (call.agent === agent) call.sealed = true;
    },

    /** A call has a result, or has failed. */
    ended(frame: Frame, result: JSONValue, isError?: true): void {
      const call = find(frame);
      if (call !== undefined && (isError || call.tool !== 'task_complete')) end(call, result, isError);
    },

    /** An agent's mail is on its way, so the call that sent it has done its work. */
    sent(agent: string): void {
      const call = openCalls().find((each) => each.agent === agent && each.tool.startsWith('send_'));
      if (call !== undefined) end(call, 'message sent');
    },

    /** The calls that the task waits for. Those of declared tools are the caller's, all others need a yes. */
    paused(open: readonly OpenCall[], agent: string | undefined): void {
      const waiting = open.map(({ callId, tool, input }) => {
        const known = openCalls().find((call) => call.callId === callId) ?? add({ agent, tool, callId, input });
        // One of an earlier answer, still waiting: whoever is asked again sees again what for.
        if (known.input === '') known.shown = false;
        known.input = input;
        return known;
      });
      for (const call of openCalls()) if (!waiting.includes(call)) settle(call);
      for (const call of hidden ? [] : waiting) {
        if (declared.has(call.tool)) tell(call);
        else {
          show(call);
          writer.push({ type: 'tool-approval-request', approvalId: call.id, toolCallId: call.id });
        }
      }
    },

    /** The run is over: nothing is left to wait for. */
    close(isError?: true): void {
      for (const call of openCalls()) {
        settle(call);
        if (call.shown === true && call.ended !== true) end(call, 'the run ended before this call did', isError);
      }
    },
  };
}
