import { type JSONObject, type JSONValue, readJSON } from '../json.ts';
import type { CallResult, OpenCall } from '../log/call.ts';
import { ownValue } from '../own-value.ts';
import type { Telling, ToldCall, ToldMail } from './telling.ts';
import { toOpenCalls } from './to-open-calls.ts';
import { toMailBetween } from './to-told-mail.ts';

/** What every frame says that is told of. */
type Told = { event: string; frame: JSONObject; at: string; agent: string; description: string; extra: JSONObject };

/** Tools of the protocol whose success shows in what follows, not in a frame of its own. */
const MAIL_TOOLS = /^(?:send_|await_|help$|[a-z]+_broadcast$)/;

/**
 * Makes tellings of the frames of a MAIL server that knows none. What such frames leave out is guessed: which call a
 * result belongs to, and when a call of a mail tool has done its work. Of a frame only that is read which is told.
 */
export function frameTeller({ declared, adopted }: { declared: ReadonlySet<string>; adopted: readonly ToldCall[] }) {
  let open = [...adopted];
  const untold = new Set<ToldCall>();
  const ids = new Set(adopted.map(({ id }) => id));
  let tellings: Telling[] = [];
  let texts = 0;
  let answering = '';
  /** Who has stopped at a breakpoint. */
  let pausing: string | undefined;

  const push = (telling: Telling): void => void tellings.push(telling);

  const say = (agent: string, kind: 'reasoning' | 'text' | 'answer', words: string): void => {
    if (words.trim() === '') return;
    const text = { id: `text-${(texts += 1)}`, by: { agent, turn: 0 }, kind, isAnswer: kind === 'answer' };
    push({ type: 'text-start', text });
    push({ type: 'text', text, offset: 0, delta: words });
    push({ type: 'text-end', text, retracted: false });
  };

  const add = (agent: string, { callId, tool, input }: OpenCall): ToldCall => {
    const id = ids.has(callId) ? `${callId}~${ids.size}` : callId;
    ids.add(id);
    const kind = MAIL_TOOLS.test(tool) ? 'mail' : 'action';
    const call = { id, by: { agent, turn: 0 }, callId, tool, kind, input, forCaller: false } as const;
    open.push(call);
    untold.add(call);
    return call;
  };

  const tell = (call: ToldCall): void => {
    if (untold.delete(call)) push({ type: 'call', call });
  };

  const end = (call: ToldCall, content: JSONValue, status: CallResult['status'] = 'success'): void => {
    open = open.filter((each) => each !== call);
    // The call that completes a task is told as the answer it carries.
    if (call.tool === 'task_complete') return;
    tell(call);
    push({ type: 'result', call, result: { status, content } });
  };

  /** Mail tools that fail say so; the others have done their work. */
  const settle = (except: readonly ToldCall[]): void => {
    for (const call of open) if (call.kind === 'mail' && !except.includes(call)) end(call, 'done');
  };

  /** Of the first open call of the agent that it can be: MAIL does not say which. */
  const endOf = (agent: string, tool: string, content: JSONValue, status?: CallResult['status']): void => {
    const call = open.find((each) => {
      const fits = tool === '' ? each.kind !== 'mail' && each.tool !== 'task_complete' : each.tool === tool;
      return fits && each.by.agent === agent;
    });
    if (call) end(call, content, status);
    else if (status === 'error') push({ type: 'notice', code: 'action_error', text: String(content) });
  };

  const readResult = ({ event, agent, extra, description }: Told): void => {
    // A result stands behind the first line of a description.
    const result = extra.result ?? description.slice(description.indexOf('\n') + 1);
    endOf(agent, '', result, event === 'action_error' ? 'error' : 'success');
  };

  const readNotice = ({ event: code, description: text }: Told): void => push({ type: 'notice', code, text });

  const readMail = ({ extra, at }: Told): void => {
    // Some servers tell of mail without saying what it is.
    if (!extra.full_message) return;
    const mail = pick(extra, 'full_message', {});
    const message = pick(mail, 'message', {});
    const sender = pick(message, 'sender', {});
    const from = pick(sender, 'address');
    if (pick(sender, 'address_type') !== 'agent') return;
    const msgType = pick(mail, 'msg_type');
    if (msgType === 'broadcast_complete') answering = from;
    // A newer server may know more.
    if (!isMailType(msgType)) return;
    // Its mail is on its way, so the call that sent it has done its work.
    const sending = open.find(({ by, tool }) => by.agent === from && tool.startsWith('send_'));
    if (sending) end(sending, 'message sent');
    for (const recipient of [message.recipients ?? message.recipient].flat()) {
      const words = { subject: pick(message, 'subject'), body: pick(message, 'body') };
      const to = pick(recipient as JSONObject, 'address');
      const told = toMailBetween({ messageId: pick(mail, 'id'), from, to, ...words, msgType, at });
      if (told) push({ type: 'mail', mail: told });
    }
  };

  const readEnd = ({ event, frame }: Told): void => {
    // What only tells of the past has the same name, but no response.
    if ((frame.response ?? null) === null) return;
    const text = pick(frame, 'response');
    const asked = pausing === undefined ? undefined : toOpenCalls(text);
    const waiting = asked?.map((call) => open.find(({ callId }) => callId === call.callId) ?? add(pausing!, call));
    settle(waiting ?? []);
    if (waiting) {
      const questions = waiting.map((call) => {
        return { call: { ...call, forCaller: true }, needs: declared.has(call.tool) ? 'result' : 'approval' } as const;
      });
      return push({ type: 'pause', seq: 0, questions });
    }
    const outcome = event === 'task_error' ? 'error' : 'complete';
    if (outcome === 'complete') say(answering, 'answer', text);
    push({ type: 'end', outcome, text });
  };

  /** The frames that are told of, by name. */
  const readers: Record<string, (told: Told) => void> = {
    tool_call({ agent, extra }) {
      const tool = pick(extra, 'tool_name', '');
      say(agent, 'reasoning', pick(extra, 'reasoning', ''));
      say(agent, 'text', pick(extra, 'preamble', ''));
      const callId = pick(extra, 'tool_call_id', `call-${ids.size}`);
      const call = add(agent, { callId, tool, input: extra.tool_args ?? {} });
      // One that the caller may have to answer waits until it is known who will.
      if (tool !== 'task_complete' && !declared.has(tool)) tell(call);
    },
    new_message: readMail,
    action_complete: readResult,
    breakpoint_action_complete: readResult,
    action_error: readResult,
    builtin_tool_call: ({ agent, extra }) => endOf(agent, pick(extra, 'tool_type', ''), 'done'),
    agent_error: readNotice,
    interswarm_message_error: readNotice,
    run_loop_error: readNotice,
    breakpoint_tool_call: ({ agent }) => void (pausing = agent),
    task_complete: readEnd,
    task_error: readEnd,
  };

  /** What a frame tells, and when it happened. Throws what is wrong with it. */
  return (event: string, data: string): { tellings: Telling[]; at?: string } => {
    tellings = [];
    const read = ownValue(readers, event);
    if (!read) return { tellings };
    const frame = pick({ data: readJSON(data) as JSONValue }, 'data', {});
    const description = pick(frame, 'description', '');
    const extra = pick(frame, 'extra_data', {});
    const at = pick(frame, 'timestamp');
    read({ event, frame, at, agent: pick(extra, 'caller', toAgent(description)), description, extra });
    return { tellings, at };
  };
}

/** What stands under a key of a frame: a text, unless what stands for a missing one is something else. */
function pick(from: JSONObject, key: string, missing?: string): string;
function pick(from: JSONObject, key: string, missing: JSONObject): JSONObject;
function pick(from: JSONObject, key: string, missing?: string | JSONObject): JSONValue {
  const value = from[key] ?? missing;
  if (typeof value === typeof (missing ?? '')) return value!;
  throw new TypeError(`invalid MAIL frame: ${key} is of type ${typeof value}`);
}

function isMailType(text: string): text is ToldMail['msgType'] {
  return /^(?:request|response|broadcast|interrupt)$/.test(text);
}

/** Servers that do not say who did something in a field of its own say it in prose. */
function toAgent(description: string): string {
  return (/^agent '?([^\s']+)'? /.exec(description) ?? /\(caller = ([^\s,)]+)/.exec(description))?.[1] ?? '';
}
