import type { JSONValue } from '../json.ts';
import type { CallResult, OpenCall } from '../log/call.ts';
import { type ForeignFrame, toOpenCalls } from './foreign-frame.ts';
import type { Telling, ToldCall, ToldQuestion } from './telling.ts';
import { toSubject } from './to-told-mail.ts';

type Call = { readonly told: ToldCall; isTold: boolean; isEnded: boolean };

/** Tools of the protocol whose success shows in what follows, not in a frame of its own. */
const MAIL_TOOLS = /^(?:send_|await_|help$|[a-z]+_broadcast$)/;

/** What these frames are about, on servers that leave it out. */
const TOOLS: Record<string, string> = {
  await_message: 'await_message',
  broadcast_ignored: 'ignore_broadcast',
  help_called: 'help',
};

/**
 * Makes tellings of the frames of a MAIL server that knows none. What such frames leave out is guessed: which call a
 * result belongs to, and when a call of a mail tool has done its work.
 */
export function frameTeller({ declared, adopted }: { declared: ReadonlySet<string>; adopted: readonly ToldCall[] }) {
  const calls: Call[] = adopted.map((told) => ({ told, isTold: true, isEnded: false }));
  let tellings: Telling[] = [];
  let texts = 0;
  let answering = '';
  let pausing = '';
  let sawBreakpoint = false;

  const push = (telling: Telling): void => void tellings.push(telling);
  const openCalls = (): Call[] => calls.filter((call) => !call.isEnded);

  const say = (agent: string, kind: 'reasoning' | 'text' | 'answer', words: string | undefined): void => {
    if (words === undefined || words.trim() === '') return;
    const text = { id: `text-${(texts += 1)}`, by: { agent, turn: 0 }, kind, isAnswer: kind === 'answer' };
    push({ type: 'text-start', text });
    push({ type: 'text', text, offset: 0, delta: words });
    push({ type: 'text-end', text, retracted: false });
  };

  const add = (agent: string, tool: string, callId: string, input: JSONValue): Call => {
    let id = callId;
    for (let copy = 2; calls.some(({ told }) => told.id === id); copy += 1) id = `${callId}~${copy}`;
    const kind = MAIL_TOOLS.test(tool) ? 'mail' : 'action';
    const told: ToldCall = { id, by: { agent, turn: 0 }, callId, tool, kind, input, forCaller: false };
    const call = { told, isTold: false, isEnded: false };
    calls.push(call);
    return call;
  };

  const tell = (call: Call): void => {
    if (!call.isTold) push({ type: 'call', call: call.told });
    call.isTold = true;
  };

  const end = (call: Call, content: JSONValue, status: CallResult['status'] = 'success'): void => {
    call.isEnded = true;
    // The call that completes a task is told as the answer it carries.
    if (call.told.tool === 'task_complete') return;
    tell(call);
    push({ type: 'result', call: call.told, result: { status, content } });
  };

  /** Mail tools that fail say so; the others have done their work. */
  const settle = (except: readonly Call[] = []): void => {
    for (const call of openCalls()) if (MAIL_TOOLS.test(call.told.tool) && !except.includes(call)) end(call, 'done');
  };

  /** By id where the server gives one, else the first open call that it can be. */
  const find = ({ callId, agent, tool }: ForeignFrame): Call | undefined => {
    const isOf = ({ told: { by } }: Call): boolean => by.agent === (agent ?? '');
    if (callId !== undefined) {
      const named = openCalls().filter(({ told }) => told.callId === callId);
      return named.find(isOf) ?? named[0];
    }
    const fits = ({ told }: Call): boolean =>
      tool === undefined ? !MAIL_TOOLS.test(told.tool) && told.tool !== 'task_complete' : told.tool === tool;
    return openCalls().find((call) => isOf(call) && fits(call));
  };

  const endOf = (frame: ForeignFrame, content: ForeignFrame['result'], status?: CallResult['status']): void => {
    const call = find(frame);
    if (call !== undefined) end(call, content as JSONValue, status);
  };

  const pause = (open: readonly OpenCall[]): void => {
    const waiting = open.map(({ callId, tool, input }) => {
      const known = openCalls().find(({ told }) => told.callId === callId);
      return known ?? add(pausing, tool, callId, input);
    });
    settle(waiting);
    const questions = waiting.map(({ told }, index): ToldQuestion => {
      const call = { ...told, input: open[index]!.input, forCaller: true };
      return { call, needs: declared.has(told.tool) ? 'result' : 'approval' };
    });
    push({ type: 'pause', seq: 0, questions });
  };

  const readMail = ({ mail, at = '' }: ForeignFrame): void => {
    if (mail === undefined || !mail.fromAgent) return;
    const { id: messageId, from, body, completes } = mail;
    if (completes) {
      answering = from;
      return;
    }
    // Its mail is on its way, so the call that sent it has done its work.
    const sending = openCalls().find(({ told }) => told.by.agent === from && told.tool.startsWith('send_'));
    if (sending !== undefined) end(sending, 'message sent');
    const subject = toSubject(mail.subject);
    for (const to of mail.to)
      push({
        type: 'mail',
        mail: { id: `${messageId}/${to}`, messageId, from, to, subject, body, msgType: 'request', at },
      });
  };

  const readEnd = (event: string, { response, status, code }: NonNullable<ForeignFrame['end']>): void => {
    const open = status === 'paused' || (status === undefined && sawBreakpoint) ? toOpenCalls(response) : undefined;
    if (open !== undefined) return pause(open);
    settle();
    const outcome = event !== 'task_error' ? 'complete' : status === 'cancelled' ? 'cancelled' : 'error';
    if (outcome === 'complete') say(answering, 'answer', response);
    push({ type: 'end', outcome, text: response, ...(code === undefined ? {} : { code }) });
  };

  const read = (frame: ForeignFrame): void => {
    const { agent = '', event, description, tool, callId } = frame;
    // Servers that give a result no field of its own tell it behind the first line of their description.
    const { result = description.slice(description.indexOf('\n') + 1) } = frame;
    switch (event) {
      case 'tool_call': {
        say(agent, 'reasoning', frame.reasoning);
        say(agent, 'text', frame.preamble);
        const { tool: name = '', callId: id = `${name}-${calls.length + 1}`, input = {} } = frame;
        const call = add(agent, name, id, input as JSONValue);
        // One that the caller may have to answer waits until it is known who will.
        if (name !== 'task_complete' && !declared.has(name)) tell(call);
        return;
      }
      case 'new_message':
        return readMail(frame);
      case 'action_complete':
      case 'breakpoint_action_complete':
        return endOf(frame, result);
      case 'action_error':
        return endOf(frame, result, 'error');
      case 'builtin_tool_call':
      case 'await_message':
      case 'broadcast_ignored':
      case 'help_called':
        return endOf({ ...frame, tool: tool ?? TOOLS[event] }, 'done');
      case 'agent_error':
        if (callId !== undefined) return endOf(frame, description, 'error');
        return push({ type: 'notice', code: event, text: description, ...(agent === '' ? {} : { agent }) });
      case 'interswarm_message_error':
      case 'run_loop_error':
        return push({ type: 'notice', code: event, text: description });
      case 'breakpoint_tool_call':
        pausing = agent;
        sawBreakpoint = true;
    }
  };

  return (frame: ForeignFrame): Telling[] => {
    if (frame.end === undefined) read(frame);
    else readEnd(frame.event, frame.end);
    const told = tellings;
    tellings = [];
    return told;
  };
}
