import type { MAILFrame } from '../frames/mail-frame.ts';
import type { JSONValue } from '../json.ts';
import { type EndFrame, isEnd } from '../light/to-frame.ts';
import type { CallResult, OpenCall } from '../log/call.ts';
import type { MAILMessage } from '../messages/mail-message.ts';
import { recipientsOf } from '../messages/recipients-of.ts';
import type { Telling, ToldCall, ToldQuestion } from './telling.ts';
import { toOpenCalls } from './to-open-calls.ts';
import { toToldMail } from './to-told-mail.ts';

/** What frames say, where they say it. */
type Told = {
  timestamp: string;
  description?: string;
  extraData?: {
    caller?: string;
    toolName?: string;
    toolType?: string;
    toolCallId?: string;
    toolArgs?: JSONValue;
    result?: JSONValue;
    reasoning?: string;
    preamble?: string;
    fullMessage?: MAILMessage;
  };
};

type Call = { readonly told: ToldCall; isTold: boolean };

/** Tools of the protocol whose success shows in what follows, not in a frame of its own. */
const MAIL_TOOLS = /^(?:send_|await_|help$|[a-z]+_broadcast$)/;

/**
 * Makes tellings of the frames of a MAIL server that knows none. What such frames leave out is guessed: which call a
 * result belongs to, and when a call of a mail tool has done its work.
 */
export function frameTeller({ declared, adopted }: { declared: ReadonlySet<string>; adopted: readonly ToldCall[] }) {
  let open: Call[] = adopted.map((told) => ({ told, isTold: true }));
  const ids = new Set(adopted.map(({ id }) => id));
  let tellings: Telling[] = [];
  let texts = 0;
  let answering = '';
  /** Who has stopped at a breakpoint. */
  let pausing: string | undefined;

  const push = (telling: Telling): void => void tellings.push(telling);

  const say = (agent: string, kind: 'reasoning' | 'text' | 'answer', words = ''): void => {
    if (words.trim() === '') return;
    const text = { id: `text-${(texts += 1)}`, by: { agent, turn: 0 }, kind, isAnswer: kind === 'answer' };
    push({ type: 'text-start', text });
    push({ type: 'text', text, offset: 0, delta: words });
    push({ type: 'text-end', text, retracted: false });
  };

  const add = (agent: string, { callId, tool, input }: OpenCall): Call => {
    const id = ids.has(callId) ? `${callId}~${ids.size}` : callId;
    ids.add(id);
    const kind = MAIL_TOOLS.test(tool) ? 'mail' : 'action';
    const call = {
      told: { id, by: { agent, turn: 0 }, callId, tool, kind, input, forCaller: false } as const,
      isTold: false,
    };
    open.push(call);
    return call;
  };

  const tell = (call: Call): void => {
    if (!call.isTold) push({ type: 'call', call: call.told });
    call.isTold = true;
  };

  const end = (call: Call, content: JSONValue, status: CallResult['status'] = 'success'): void => {
    open = open.filter((each) => each !== call);
    // The call that completes a task is told as the answer it carries.
    if (call.told.tool === 'task_complete') return;
    tell(call);
    push({ type: 'result', call: call.told, result: { status, content } });
  };

  /** Mail tools that fail say so; the others have done their work. */
  const settle = (except: readonly Call[] = []): void => {
    for (const call of open) if (call.told.kind === 'mail' && !except.includes(call)) end(call, 'done');
  };

  /** Of the first open call of the agent that it can be: MAIL does not say which. */
  const endOf = (agent: string, tool: string | undefined, content: JSONValue, status?: CallResult['status']): void => {
    const call = open.find(({ told }) => {
      const fits = tool === undefined ? told.kind !== 'mail' && told.tool !== 'task_complete' : told.tool === tool;
      return fits && told.by.agent === agent;
    });
    if (call !== undefined) end(call, content, status);
    else if (status === 'error') push({ type: 'notice', code: 'action_error', text: String(content) });
  };

  const pause = (calls: readonly OpenCall[]): void => {
    const waiting = calls.map(
      (call) => open.find(({ told }) => told.callId === call.callId) ?? add(pausing ?? '', call),
    );
    settle(waiting);
    const questions = waiting.map(({ told }): ToldQuestion => {
      return { call: { ...told, forCaller: true }, needs: declared.has(told.tool) ? 'result' : 'approval' };
    });
    push({ type: 'pause', seq: 0, questions });
  };

  const readMail = (message: MAILMessage, at: string): void => {
    const { address: from, addressType } = message.message.sender;
    if (addressType !== 'agent') return;
    if (message.msgType === 'broadcast_complete') {
      answering = from;
      return;
    }
    // Its mail is on its way, so the call that sent it has done its work.
    const sending = open.find(({ told }) => told.by.agent === from && told.tool.startsWith('send_'));
    if (sending !== undefined) end(sending, 'message sent');
    for (const { address: to } of recipientsOf(message)) {
      const mail = toToldMail({ to, message, at }, undefined);
      if (mail !== undefined) push({ type: 'mail', mail });
    }
  };

  const readEnd = ({ event, data: { response: text } }: EndFrame): void => {
    const calls = pausing === undefined ? undefined : toOpenCalls(text);
    if (calls !== undefined) return pause(calls);
    settle();
    const outcome = event === 'task_error' ? 'error' : 'complete';
    if (outcome === 'complete') say(answering, 'answer', text);
    push({ type: 'end', outcome, text });
  };

  const read = ({ event, data }: MAILFrame): void => {
    const { timestamp, description = '', extraData = {} } = data as Told;
    const { toolName: tool = '', toolCallId = `call-${ids.size}`, toolArgs = {}, toolType, fullMessage } = extraData;
    const agent = extraData.caller ?? toAgent(description);
    // A result stands behind the first line of a description.
    const { result = description.slice(description.indexOf('\n') + 1) } = extraData;
    switch (event) {
      case 'tool_call': {
        say(agent, 'reasoning', extraData.reasoning);
        say(agent, 'text', extraData.preamble);
        const call = add(agent, { callId: toolCallId, tool, input: toolArgs });
        // One that the caller may have to answer waits until it is known who will.
        if (tool !== 'task_complete' && !declared.has(tool)) tell(call);
        return;
      }
      case 'new_message':
        return fullMessage && readMail(fullMessage, timestamp);
      case 'action_complete':
      case 'breakpoint_action_complete':
        return endOf(agent, undefined, result);
      case 'action_error':
        return endOf(agent, undefined, result, 'error');
      case 'builtin_tool_call':
        return endOf(agent, toolType, 'done');
      case 'agent_error':
      case 'interswarm_message_error':
      case 'run_loop_error':
        return push({ type: 'notice', code: event, text: description });
      case 'breakpoint_tool_call':
        pausing = agent;
    }
  };

  return (frame: MAILFrame): Telling[] => {
    if (isEnd(frame)) readEnd(frame);
    else read(frame);
    const told = tellings;
    tellings = [];
    return told;
  };
}

/** Servers that do not say who did something in a field of its own say it in prose. */
function toAgent(description: string): string {
  return (/^agent '?([^\s']+)'? /.exec(description) ?? /\(caller = ([^\s,)]+)/.exec(description))?.[1] ?? '';
}
