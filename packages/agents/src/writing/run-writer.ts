import { defined, type JSONObject, type JSONValue, type Usage } from '@posthouse/protocol';
import type { Translation } from '../agent-adapter.ts';
import type { AgentNews, NestedAgent, NestedCall, TextKind } from '../agent-news.ts';
import { boundOutput, limitAfter, MAX_OUTPUT, measure, toErrorText } from '../bound-output.ts';
import { ownText } from '../own-text.ts';
import { type NestedTextNews, writeAgent, writeNestedCall, writeNestedText } from './nested-agents.ts';
import { countIgnored, toNotUnderstood } from './not-understood.ts';
import { phaseOf } from './phase-of.ts';
import type { RunCall, RunMetadata, RunState } from './run-state.ts';
import { toFacts } from './to-facts.ts';

/** How often the progress of a call is shown at most, unless it grows quickly. */
const PROGRESS_MS = 100;

/** What is shown of an output that is still growing: its end. */
const MAX_PROGRESS = 8_192;

/**
 * Writes the news of a run in an order that every reader accepts, in whatever order a program reports things: it
 * adds what must come first and leaves out what would not be understood. It works on a state and returns the next
 * one.
 *
 * @example
 * const writer = new RunWriter(state);
 * writer.text({ id: 'msg_1:0', kind: 'text', delta: 'Hello' });
 * return writer.done();
 */
export class RunWriter<State extends RunState> {
  readonly news: AgentNews[] = [];
  #state: RunState;
  readonly #before: State;

  constructor(state: State) {
    this.#state = state;
    this.#before = state;
  }

  /** The state so far. */
  get state(): RunState {
    return this.#state;
  }

  /** The news and the state they lead to, with what the adapter itself wants to remember. */
  done(own: Partial<Omit<State, keyof RunState>> = {}): Translation<State> {
    return { news: this.news, state: { ...this.#before, ...this.#state, ...own, phase: phaseOf(this.#state) } };
  }

  /** An event that was not understood. The reader learns of the first of each kind, and of the count at the end. */
  count(type: string): void {
    const { ignored, isNew } = countIgnored(this.#state.ignored, type);
    this.#set({ ignored });
    if (!isNew) return;
    this.start();
    this.#push(toNotUnderstood(this.#state.agent, ignored));
  }

  /** What the program says about the conversation and the run; it replaces what was said before under the same name. */
  describe(facts: RunMetadata & { agentSessionId?: string | undefined }): void {
    const { agentSessionId = this.#state.agentSessionId, ...metadata } = facts;
    const before = this.#state;
    this.#set({ agentSessionId, metadata: { ...before.metadata, ...defined(metadata) } });
    if (!before.isStarted) return;
    const learned: JSONObject = {};
    if (agentSessionId !== undefined && agentSessionId !== before.agentSessionId)
      learned.agentSessionId = agentSessionId;
    if (facts.model !== undefined && facts.model !== before.metadata.model) learned.model = facts.model;
    if (Object.keys(learned).length > 0) this.#push({ type: 'facts', facts: learned });
  }

  /** Adds what one model call has used to what the run has used. */
  addUsage(usage: Usage): void {
    const { cost, ...tokens } = usage;
    const { metadata } = this.#state;
    const sum: Usage = { ...(metadata.usage ?? { inputTokens: 0, outputTokens: 0 }) };
    for (const key of Object.keys(tokens) as (keyof typeof tokens)[]) sum[key] = (sum[key] ?? 0) + (tokens[key] ?? 0);
    const total = cost === undefined ? metadata.cost : (metadata.cost ?? 0) + cost;
    this.#set({ metadata: { ...metadata, usage: sum, cost: total } });
  }

  /** The message begins; a second time does nothing. */
  start(): void {
    if (this.#state.isStarted) return;
    this.#set({ isStarted: true });
    this.#push({ type: 'start', messageId: this.#state.options.messageId, facts: toFacts(this.#state) });
  }

  /** A model call begins. The one before is over. */
  beginStep(): void {
    this.start();
    this.endStep();
    this.#set({ isStepOpen: true, isStepForQuestions: false });
    this.#push({ type: 'step-start' });
  }

  /** The model call is over, and everything it was writing. */
  endStep(): void {
    this.closeTexts();
    if (!this.#state.isStepOpen) return;
    // Readers look for the beginning of an input in the same step only.
    for (const [toolCallId, { phase, toolName }] of this.#state.calls) {
      if (phase === 'streaming') this.input({ toolCallId, toolName, input: {}, isRunning: false });
    }
    this.#set({ isStepOpen: false });
    this.#push({ type: 'step-end' });
  }

  /** Whether the model is writing a message. While it is, the run does not count as paused. */
  busy(isBusy: boolean): void {
    this.#set({ isBusy });
  }

  /**
   * A piece of a text. Its first piece, or an empty one, opens the part. An id that was closed before means a new
   * part, because programs that try again reuse their ids.
   */
  text({ id, kind, delta }: { id: string; kind: TextKind; delta: string }): void {
    let open = this.#state.texts.get(id);
    if (open === undefined) {
      this.#ensureStep();
      const closed = this.#state.closedTexts.get(id) ?? 0;
      open = { kind, part: toPart(id, closed + 1) };
      this.#set({ texts: withEntry(this.#state.texts, id, open) });
      this.#push({ type: 'text-start', id: open.part, kind });
    }
    if (delta !== '') this.#push({ type: 'text', id: open.part, kind: open.kind, delta });
  }

  /** A text is complete; `more` is what else is known about it. Does nothing for a text that is not open. */
  endText(id: string, more: JSONObject = {}): void {
    const open = this.#closeText(id);
    if (open === undefined) return;
    const isMore = Object.keys(more).length > 0;
    this.#push({ type: 'text-end', id: open.part, kind: open.kind, ...(isMore && { more }) });
  }

  /** Marks a text as no longer counting, because the program has started again. */
  retract(id: string): void {
    this.start();
    const open = this.#closeText(id);
    if (open !== undefined) {
      this.#push({ type: 'text-end', id: open.part, kind: open.kind, retracted: true });
      return;
    }
    const closed = this.#state.closedTexts.get(id);
    if (closed === undefined) return;
    this.#push({ type: 'text-retracted', id: toPart(id, closed) });
  }

  closeTexts(): void {
    for (const id of this.#state.texts.keys()) this.endText(id);
  }

  /** The model has begun to write a call. */
  inputStart(toolCallId: string, toolName: string): void {
    if (this.#state.calls.has(toolCallId)) return;
    this.#ensureStep();
    this.#setCall(toolCallId, { toolName, phase: 'streaming' });
    this.#push({ type: 'call-start', callId: toolCallId, tool: toolName });
  }

  /** More of the input of a call that is being written. */
  inputDelta(toolCallId: string, inputTextDelta: string): void {
    if (this.#knownCall(toolCallId)?.phase !== 'streaming' || inputTextDelta === '') return;
    this.#push({ type: 'call-input', callId: toolCallId, delta: inputTextDelta });
  }

  /**
   * The whole input of a call. Known calls keep their name. `parent` is the call that started the agent inside the
   * agent that makes this call.
   */
  input(call: { toolCallId: string; toolName: string; input: unknown; isRunning?: boolean; parent?: string }): void {
    const { toolCallId, input, isRunning = true, parent } = call;
    const known = this.#state.calls.get(toolCallId);
    const phase = isRunning ? 'running' : 'waiting';
    if (known !== undefined && known.phase !== 'streaming') {
      if (isRunning && known.phase === 'waiting') this.#setCall(toolCallId, { ...known, phase });
      return;
    }
    const toolName = known?.toolName ?? call.toolName;
    this.#ensureStep();
    this.#setCall(toolCallId, { toolName, phase, parent });
    const told = { type: 'call', callId: toolCallId, tool: toolName, input: input ?? {} } as const;
    this.#push(parent === undefined ? told : { ...told, parent });
  }

  /** Everything that a call has printed so far. Long outputs are shown from their end, quick ones not every time. */
  progress(toolCallId: string, text: string): void {
    this.#show(toolCallId, { tail: endOf(text), length: text.length });
  }

  /** What a call has printed since the last time. */
  outputDelta(toolCallId: string, delta: string): void {
    const { tail, length } = this.#state.calls.get(toolCallId)?.printed ?? { tail: '', length: 0 };
    this.#show(toolCallId, { tail: endOf(tail + delta), length: length + delta.length });
  }

  /** The result of a call. A result for an unknown call is left out, because readers stop at it. */
  output(toolCallId: string, output: unknown): void {
    if (!this.#close(toolCallId)) return;
    const { outputLength } = this.#state;
    const shown = boundOutput(output, limitAfter(outputLength)) ?? null;
    this.#set({ outputLength: outputLength + measure(shown, MAX_OUTPUT) });
    this.#push({ type: 'result', callId: toolCallId, output: shown });
  }

  /** The call has failed. */
  failure(toolCallId: string, error: unknown): void {
    if (!this.#close(toolCallId)) return;
    this.#push({ type: 'failure', callId: toolCallId, errorText: toErrorText(error) });
  }

  /** The call waits for approval. */
  requestApproval(asked: {
    approvalId: string;
    toolCallId: string;
    toolName: string;
    input: unknown;
    parent?: string;
  }): void {
    const { approvalId, toolCallId } = asked;
    if (asked.parent !== undefined && !this.#state.calls.has(toolCallId)) this.#beginQuestions();
    this.input({ ...asked, isRunning: false });
    const call = this.#state.calls.get(toolCallId)!;
    if (call.phase === 'done' || this.#state.approvals.has(approvalId)) return;
    this.#setCall(toolCallId, { ...call, phase: 'waiting' });
    this.#set({ approvals: withEntry(this.#state.approvals, approvalId, toolCallId) });
    this.#push({ type: 'question', approvalId, callId: toolCallId });
  }

  /** The approval was answered. The program tells what becomes of the call. */
  approvalAnswered(approvalId: string, approved: boolean): void {
    const toolCallId = this.#state.approvals.get(approvalId);
    if (toolCallId === undefined) return;
    this.#set({ approvals: withoutKey(this.#state.approvals, approvalId) });
    const call = this.#state.calls.get(toolCallId)!;
    if (approved && call.phase === 'waiting') this.#setCall(toolCallId, { ...call, phase: 'running' });
  }

  /** Data for readers that know its name; with an id it replaces earlier data with the same id. */
  data(name: string, data: JSONValue, id?: string): void {
    this.start();
    this.#push({ type: 'data', name, data, id });
  }

  /** Something that is worth knowing while it happens. */
  notice(code: string, text: string): void {
    this.start();
    this.#push({ type: 'notice', code, text });
  }

  /** A file that the agent gives to the user. */
  file(file: { url: string; mediaType: string }): void {
    this.#ensureStep();
    this.#push({ type: 'file', ...file });
  }

  /** A page that the answer is based on. Each is sent once. */
  source({ url, title }: { url: string; title?: string | undefined }): void {
    const { sources, options } = this.#state;
    if (sources.has(url)) return;
    this.#ensureStep();
    this.#set({ sources: new Set(sources).add(url) });
    const sourceId = `${options.messageId}:source-${sources.size + 1}`;
    this.#push({ type: 'source', id: sourceId, url, title });
  }

  /** News of an agent inside the agent. */
  agent(agent: NestedAgent): void {
    this.start();
    this.#apply(writeAgent(this.#state, agent));
  }

  /** What an agent inside the agent is saying: a piece of it, or all there is. */
  agentText(text: NestedTextNews): void {
    this.start();
    this.#apply(writeNestedText(this.#state, text));
  }

  /** A call of an agent inside the agent. If the main message also shows it, it ends there as well. */
  agentCall(toolCallId: string, call: Omit<NestedCall, 'type'>): void {
    this.start();
    this.#apply(writeNestedCall(this.#state, toolCallId, call));
    if (!this.#state.calls.has(call.toolCallId)) return;
    if (call.state === 'output-available') this.output(call.toolCallId, call.output);
    if (call.state === 'output-error') this.failure(call.toolCallId, call.errorText);
  }

  /** Passes news on unchanged. */
  pass(news: AgentNews): void {
    this.start();
    this.#push(news);
  }

  #show(toolCallId: string, printed: { tail: string; length: number }): void {
    const call = this.#knownCall(toolCallId);
    if (call === undefined || call.phase === 'done' || call.phase === 'streaming' || printed.length === 0) return;
    const at = this.#state.options.now();
    const { shown } = call;
    const isNews = shown === undefined || printed.length >= shown.length * 1.125 || at - shown.at >= PROGRESS_MS;
    const next = isNews ? { length: printed.length, at } : shown;
    this.#setCall(toolCallId, { ...call, phase: 'running', printed, shown: next });
    if (!isNews) return;
    this.#push({ type: 'progress', callId: toolCallId, text: printed.tail });
  }

  #closeText(id: string): { kind: TextKind; part: string } | undefined {
    const { texts, closedTexts } = this.#state;
    const open = texts.get(id);
    if (open === undefined) return undefined;
    this.#set({
      texts: withoutKey(texts, id),
      closedTexts: withEntry(closedTexts, id, (closedTexts.get(id) ?? 0) + 1),
    });
    return open;
  }

  #close(toolCallId: string): boolean {
    const call = this.#knownCall(toolCallId);
    if (call === undefined) return false;
    if (call.phase === 'streaming') this.input({ toolCallId, toolName: call.toolName, input: {} });
    this.#setCall(toolCallId, { toolName: call.toolName, phase: 'done', parent: call.parent });
    const open = [...this.#state.approvals].filter(([, asked]) => asked !== toolCallId);
    if (open.length < this.#state.approvals.size) this.#set({ approvals: new Map(open) });
    return true;
  }

  /** The call of that id. What is said about one that nobody knows is not understood. */
  #knownCall(toolCallId: string): RunCall | undefined {
    const call = this.#state.calls.get(toolCallId);
    if (call === undefined) this.count('unknown-call');
    return call;
  }

  /**
   * Clients send their answers off when every call of the last step has one. The calls that started the agents who ask
   * have none yet, so the questions get a step of their own, unless that would cut off what is being written.
   */
  #beginQuestions(): void {
    const { isStepForQuestions, isStepOpen, isBusy, texts, calls } = this.#state;
    if (isBusy || texts.size > 0 || [...calls.values()].some(({ phase }) => phase === 'streaming')) return;
    if (isStepOpen && isStepForQuestions) return;
    this.beginStep();
    this.#set({ isStepForQuestions: true });
  }

  #ensureStep(): void {
    if (!this.#state.isStepOpen) this.beginStep();
  }

  #setCall(toolCallId: string, call: RunCall): void {
    this.#set({ calls: withEntry(this.#state.calls, toolCallId, call) });
  }

  #apply({ news, state }: Translation<RunState>): void {
    this.#state = state;
    for (const each of news) this.#push(each);
  }

  #set(changes: Partial<RunState>): void {
    this.#state = { ...this.#state, ...changes };
  }

  #push(news: AgentNews): void {
    if (this.#state.phase === 'ended') return;
    this.news.push(news);
    if (!this.#state.hasPart && isContent(news)) this.#set({ hasPart: true });
  }
}

/** Whether there is something to show then. An answer without anything is no message for the oldest clients. */
function isContent(news: AgentNews): boolean {
  if (news.type === 'data') return news.isTransient !== true;
  if (news.type === 'notice') return news.id !== undefined;
  return !NO_CONTENT.has(news.type);
}

const NO_CONTENT = new Set<AgentNews['type']>(['start', 'facts', 'step-end', 'pause', 'end']);

/** What is shown of a growing output. */
function endOf(text: string): string {
  return text.length <= MAX_PROGRESS ? text : ownText(text.slice(-MAX_PROGRESS));
}

function withEntry<Key, Value>(map: ReadonlyMap<Key, Value>, key: Key, value: Value): ReadonlyMap<Key, Value> {
  return new Map(map).set(key, value);
}

function withoutKey<Key, Value>(map: ReadonlyMap<Key, Value>, key: Key): ReadonlyMap<Key, Value> {
  const rest = new Map(map);
  rest.delete(key);
  return rest;
}

/** The id of the part that is the nth with an id. */
function toPart(id: string, nth: number): string {
  return nth === 1 ? id : `${id}#${nth}`;
}
