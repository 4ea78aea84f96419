import type { CallKind, JSONValue, LiveText, LogEntry, MAILMessage, NewEntry, OpenCall } from '@posthouse/protocol';
import fc from 'fast-check';
import type { RunEvent } from '@posthouse/protocol';

/** What happens next: whom it happens to, what it is, and words for it. */
type Move = { who: number; what: number; text: string };
type Call = { callId: string; tool: string; kind: CallKind; input: JSONValue; approval: boolean; started: boolean };
type Turn = {
  turn: number;
  attempt: number;
  /** Text of the attempt, and how much of it readers have seen; undefined while the log does not know of it. */
  parts: { text: LiveText; seen: number | undefined }[];
  abandoned: NewEntry[];
  /** Calls without a result, once the response is recorded. */
  calls?: Call[];
};

const AGENTS = ['lead', 'clerk', 'porter'];
const RUN = 2;
const TASK = 'task-1';

/**
 * Plays a run of a swarm with several agents at once, by rules of the runtime: texts begin, grow and are given up, calls
 * are made and answered, people are asked, another swarm is at work, processes crash. Every event is what a reader gets.
 */
class RunPlay {
  readonly events: RunEvent[] = [];
  readonly #turns = new Map<string, Turn>();
  #seq = 3;
  #lastTurn = 0;
  #ids = 0;
  #paused = false;
  over = false;

  constructor() {
    this.#log({ run: 1, type: 'run-ended', outcome: 'complete', text: 'before' });
    this.#log({ run: RUN, type: 'run-started', answerId: 'answer-2' });
    this.#log({ run: RUN, type: 'message', to: 'lead', message: this.#letter('user', 'u-1', 'lead', 'Hello?') });
  }

  move({ who, what, text }: Move): void {
    const agent = AGENTS[who % AGENTS.length]!;
    const turn = this.#turns.get(agent);
    if (what === 0) return this.#happen(who, text);
    if (turn === undefined) {
      if (!this.#paused) this.#turns.set(agent, { turn: (this.#lastTurn += 1), attempt: 1, parts: [], abandoned: [] });
      return;
    }
    if (turn.calls !== undefined) return this.#goOn(agent, turn, { what, text });
    if (what <= 5) return this.#write(agent, turn, { what, text });
    if (what === 6) return this.#interrupt(agent, turn);
    this.#respond(agent, turn, { what, text });
  }

  /** Ends the run, if nobody has. */
  end(outcome: 'complete' | 'error' | 'cancelled', text: string): void {
    if (this.over) return;
    this.#closeOthers();
    const code = outcome === 'complete' ? {} : { code: outcome };
    this.#log({ run: RUN, type: 'run-ended', outcome, text, ...code });
    this.over = true;
  }

  /** Things that no agent of ours does. */
  #happen(who: number, text: string): void {
    const agent = 'scout@annex';
    const remote = (fact: object, place = {}): void =>
      this.#log({ run: RUN, agent, turn: 1, ...place, type: 'remote', swarm: 'annex', fact } as unknown as NewEntry);
    const callId = `annex/${(this.#ids += 1)}`;
    switch (who % 7) {
      case 0:
        return this.#crash();
      case 1:
        return this.#log({ run: RUN, type: 'notice', code: 'limit_reached', text });
      case 2: {
        const part = { agent, turn: this.#ids, attempt: 1, part: 0, kind: 'answer', text };
        return remote({ type: 'text-written', attempt: 1, parts: [part] }, { turn: this.#ids });
      }
      case 3:
        remote({ type: 'call', callId, tool: 'look', kind: 'action', input: { text } });
        return remote({
          type: 'call-ended',
          callId,
          tool: 'look',
          kind: 'action',
          result: { status: 'error', content: { text } },
        });
      case 4:
        return remote({ type: 'call', callId, tool: 'look', kind: 'action', input: null });
      case 5:
        return remote({ type: 'message', to: 'scout', message: this.#letter('agent', 'chief', 'scout', text) });
      default:
        remote({ type: 'usage', model: 'm', usage: { inputTokens: 1, outputTokens: 2 } });
        return this.#log({ run: 1, agent: 'lead', turn: 1, type: 'notice', code: 'late', text });
    }
  }

  #write(agent: string, turn: Turn, { what, text }: Omit<Move, 'who'>): void {
    const part = turn.parts[what % 3];
    if (part === undefined) {
      const kind = (['reasoning', 'text', 'answer'] as const)[what % 3]!;
      const place = { agent, turn: turn.turn, attempt: turn.attempt, part: turn.parts.length, kind };
      turn.parts.push({ text: { ...place, text: `${text}.` }, seen: undefined });
      return;
    }
    if (part.seen === undefined && what >= 3) {
      const { attempt, part: number, kind } = part.text;
      this.#log({ run: RUN, agent, turn: turn.turn, type: 'text-started', attempt, part: number, kind });
      part.seen = 0;
    }
    part.text.text += text;
    if (part.seen !== undefined) this.#show(part, text.length % 4);
  }

  /** A token that may repeat the end of what was seen, and may leave some for later. */
  #show(part: Turn['parts'][number], back: number): void {
    const { text, ...place } = part.text;
    const offset = Math.max(0, part.seen! - back);
    const end = text.length - (back === 3 ? 1 : 0);
    if (end <= offset) return;
    this.events.push({ type: 'token', ...place, offset, delta: text.slice(offset, end) });
    part.seen = Math.max(part.seen!, end);
  }

  #interrupt(agent: string, turn: Turn): void {
    if (turn.parts.length > 0) turn.abandoned.push(this.#toAbandoned(agent, turn));
    turn.parts = [];
    turn.attempt += 1;
  }

  #toAbandoned(agent: string, { turn, attempt, parts }: Turn): NewEntry {
    const texts = parts.map((part) => ({ ...part.text }));
    return { run: RUN, agent, turn, type: 'text-abandoned', attempt, parts: texts };
  }

  /** The response is recorded: its text, its calls, what it used; and what mail tools did. */
  #respond(agent: string, turn: Turn, { what, text }: Omit<Move, 'who'>): void {
    const place = { run: RUN, agent, turn: turn.turn };
    for (const entry of turn.abandoned) this.#log(entry);
    const parts = turn.parts.map((part) => ({ ...part.text }));
    if (parts.length > 0) this.#log({ ...place, type: 'text-written', attempt: turn.attempt, parts });
    const answer = parts.find((part) => part.kind === 'answer');
    const kinds = (['mail', 'action', 'builtin', 'breakpoint'] as const).slice(what % 2, 1 + (what % 4));
    const calls = kinds.map((kind, index): Call => {
      // As scripted models do it: the same ids in every turn. The runtime tells open calls apart by their ids alone.
      const callId = `call_${agent}_${index}`;
      return {
        callId,
        tool: `${kind}_tool`,
        kind,
        input: { text },
        approval: kind === 'action' && what % 5 === 0,
        started: false,
      };
    });
    const finishing = {
      callId: 'finish',
      tool: 'task_complete',
      kind: 'mail' as const,
      input: { finish_message: answer?.text ?? text },
    };
    for (const { callId, tool, kind, input } of [...calls, ...(answer === undefined ? [] : [finishing])]) {
      this.#log({ ...place, type: 'call', callId, tool, kind, input });
    }
    this.#log({
      ...place,
      type: 'usage',
      model: 'm',
      usage: { inputTokens: 10, outputTokens: text.length, cost: 0.5 },
    });
    turn.parts = [];
    turn.calls = calls;
    for (const call of calls.filter(({ kind }) => kind === 'mail' || kind === 'builtin')) {
      this.#endCall(agent, turn, call, 'message sent');
      if (call.kind === 'mail') {
        const to = AGENTS[(AGENTS.indexOf(agent) + 1) % AGENTS.length]!;
        this.#log({ ...place, type: 'message', to, message: this.#letter('agent', agent, to, text) });
      }
    }
    if (answer !== undefined)
      this.#finish(agent, turn, { answer: answer.text, isAccepted: what !== 8, input: finishing.input });
    else if (turn.calls.length === 0) this.#turns.delete(agent);
  }

  #finish(
    agent: string,
    turn: Turn,
    { answer, isAccepted, input }: { answer: string; isAccepted: boolean; input: JSONValue },
  ): void {
    const place = { run: RUN, agent, turn: turn.turn };
    const call = { callId: 'finish', tool: 'task_complete', kind: 'mail' as const, input };
    if (!isAccepted) {
      const result = { status: 'error' as const, content: 'no such format', code: 'invalid_answer' };
      this.#log({ ...place, type: 'call-ended', ...call, result });
      if (turn.calls!.length === 0) this.#turns.delete(agent);
      return;
    }
    this.#log({ ...place, type: 'call-ended', ...call, result: { status: 'success', content: 'done' } });
    this.#log({
      ...place,
      type: 'message',
      to: 'all',
      message: this.#letter('agent', agent, 'all', answer, 'broadcast_complete'),
    });
    for (const each of turn.calls!) this.#endCall(agent, turn, each, 'not run', 'not-run');
    this.#turns.delete(agent);
    this.end('complete', answer);
  }

  /** The next call of a turn: an action runs, somebody outside is asked or has answered. */
  #goOn(agent: string, turn: Turn, { what, text }: Omit<Move, 'who'>): void {
    const place = { run: RUN, agent, turn: turn.turn };
    const call = turn.calls!.find(({ kind, approval }) => kind === 'action' && !approval) ?? turn.calls![0];
    if (call === undefined) return void this.#turns.delete(agent);
    const { approval, started, ...fact } = call;
    if (fact.kind === 'action' && !approval) {
      if (!started) {
        call.started = true;
        return this.#log({ ...place, type: 'call-started', ...fact });
      }
      this.#endCall(agent, turn, call, { text }, what % 2 === 0 ? 'success' : 'error');
      if (turn.calls!.length === 0) this.#turns.delete(agent);
      return;
    }
    if (!this.#waiting().some((waiting) => waiting.call === call && waiting.asked)) return this.#pause(agent, turn);
    this.#answer(agent, turn, call, { what, text });
  }

  readonly #asked = new Set<Call>();

  #waiting(): { call: Call; asked: boolean }[] {
    const outside = [...this.#turns.values()].flatMap(({ calls = [] }) =>
      calls.every(({ kind, approval }) => kind === 'breakpoint' || approval) ? calls : [],
    );
    return outside.map((call) => ({ call, asked: this.#asked.has(call) }));
  }

  #pause(agent: string, { turn }: Turn): void {
    const waiting = this.#waiting();
    const calls: OpenCall[] = waiting.map(({ call: { callId, tool, input } }) => ({ callId, tool, input }));
    for (const { call } of waiting) this.#asked.add(call);
    this.#log({ run: RUN, agent, turn, type: 'paused', calls });
    this.#paused = true;
  }

  #answer(agent: string, turn: Turn, call: Call, { what, text }: Omit<Move, 'who'>): void {
    if (call.approval && what % 2 === 0) call.approval = false;
    else if (call.approval) this.#endCall(agent, turn, call, 'not approved', 'error');
    else this.#endCall(agent, turn, call, { text });
    this.#asked.delete(call);
    if (turn.calls!.length === 0) this.#turns.delete(agent);
    const left = this.#waiting().filter(({ asked }) => asked);
    if (left.length > 0) return this.#pause(agent, turn);
    this.#paused = false;
    this.#log({ run: RUN, type: 'resumed', callIds: [call.callId] });
  }

  #endCall(
    agent: string,
    turn: Turn,
    call: Call,
    content: JSONValue,
    status: 'success' | 'error' | 'not-run' = 'success',
  ): void {
    const { callId, tool, kind } = call;
    this.#log({
      run: RUN,
      agent,
      turn: turn.turn,
      type: 'call-ended',
      callId,
      tool,
      kind,
      result: { status, content },
    });
    turn.calls = turn.calls!.filter((each) => each !== call);
  }

  /** The process is gone; the next one gives up what it finds half written, and asks again. */
  #crash(): void {
    for (const [agent, turn] of this.#turns) {
      if (turn.calls !== undefined) continue;
      for (const entry of turn.abandoned) this.#log(entry);
      const shown = { ...turn, parts: turn.parts.filter((part) => part.seen !== undefined) };
      for (const { text, seen } of shown.parts) text.text = text.text.slice(0, seen);
      if (shown.parts.length > 0) this.#log(this.#toAbandoned(agent, shown));
      this.#turns.delete(agent);
    }
  }

  #closeOthers(): void {
    for (const [agent, turn] of this.#turns) {
      for (const call of turn.calls ?? []) this.#endCall(agent, turn, call, 'not run: the run has ended', 'not-run');
      for (const entry of turn.abandoned) if (turn.calls === undefined) this.#log(entry);
      if (turn.parts.length > 0) this.#log(this.#toAbandoned(agent, turn));
    }
    this.#turns.clear();
  }

  #log(entry: NewEntry): void {
    const seq = (this.#seq += 1);
    this.events.push({ ...entry, seq, at: new Date(Date.UTC(2026, 0, 1) + seq).toISOString() } as LogEntry);
  }

  #letter(addressType: 'user' | 'agent', from: string, to: string, body: string, msgType = 'request'): MAILMessage {
    const sender = { addressType, address: from };
    const message = {
      taskId: TASK,
      requestId: 'r',
      sender,
      recipient: { addressType: 'agent', address: to },
      subject: 's',
      body,
    };
    return {
      id: `m-${(this.#ids += 1)}`,
      timestamp: '2026-01-01T00:00:00Z',
      msgType,
      message,
    } as unknown as MAILMessage;
  }
}

const textArbitrary = fc.string({ minLength: 1, maxLength: 6 });
const moveArbitrary: fc.Arbitrary<Move> = fc.record({ who: fc.nat(20), what: fc.nat(12), text: textArbitrary });

/** All that a reader is told of a run from its beginning to its end, in order. */
export const runArbitrary: fc.Arbitrary<RunEvent[]> = fc
  .record({
    moves: fc.array(moveArbitrary, { maxLength: 60, size: 'max' }),
    outcome: fc.constantFrom('complete', 'error', 'cancelled'),
    text: textArbitrary,
  })
  .map(({ moves, outcome, text }) => {
    const play = new RunPlay();
    for (const move of moves) if (!play.over) play.move(move);
    play.end(outcome, text);
    return play.events;
  });

export const options = { taskId: TASK, swarm: 'team', run: RUN };
