import type { MAILMessage, NewEntry } from '@posthouse/protocol';
import { compactHistory } from './compaction/compact-history.ts';
import type { NewMail } from '@posthouse/store';
import type { Decision } from '../task/decision.ts';
import { routeTo } from '../task/letters/route-to.ts';
import { endRun } from '../task/end-run.ts';
import { limitsOf } from '../task/limits.ts';
import { openCallsOf } from '../task/task-state.ts';
import { carryStep, toStepEnd } from '../task/carry-step.ts';
import { stepOf } from '../task/step-context.ts';
import { toBuffers } from '../task/step-mail.ts';
import { composeCompletion } from '../messages/compose-messages.ts';
import { isRefusedAnswer } from '../task/read-answer.ts';
import { withCause } from '../task/cause.ts';
import { putForCause } from '../task/decide-for-cause.ts';
import { settleMailCall } from '../tools/settle-mail-call.ts';
import type { ToolSet } from '../tools/to-tool-set.ts';
import type { ToolChoice } from '../respond/respond.ts';
import { type Answer, answerTurn } from './answer-turn.ts';
import { decideFailure, endWith, type RunFailure, toInvalidAnswer } from './decide-failure.ts';
import { decideWithoutCalls } from './decide-without-calls.ts';
import { deliver } from './deliver.ts';
import { ModelAccess } from './model-access.ts';
import { OutOfBudget, pauseForBudget } from './pause-for-budget.ts';
import { reprompt } from './reprompt.ts';
import { cutResult } from './cut-result.ts';
import { findRepeat } from './find-repeat.ts';
import { type ActionOutcome, isRepeatable, refuseAction, runAction } from './run-action.ts';
import { isWaiting, nextCall, toStoredTurn, type TurnCall, type TurnData } from '../task/turn-data.ts';
import type { Seat, TurnHost } from './turn-host.ts';
import { unreadBy } from './unread-by.ts';

/**
 * One turn of one agent: a model call and the calls it makes, as a chain of small commits. Each commit records what has
 * just finished and marks what starts next, so that a crash at any line leaves a turn that can be continued.
 *
 * `opened` is the journal of a turn that was begun before, by this process or by one that is gone.
 */
export function runTurn(host: TurnHost, seat: Seat, opened?: TurnData): Promise<void> {
  const { turn, taken } = seat;
  seat.watch = host.watch?.turn({ agent: seat.agent.name, turn, taken, resumed: opened !== undefined });
  const work = (): Promise<void> => takeTurn(host, seat, opened);
  // Whoever happened to start the turn may have come for another run.
  return withCause(host.run.cause, () => (seat.watch === undefined ? work() : seat.watch.over(work)));
}

async function takeTurn(host: TurnHost, seat: Seat, opened?: TurnData): Promise<void> {
  let answer: Answer | undefined;
  try {
    answer = opened === undefined ? await answerMail(host, seat) : undefined;
  } catch (error) {
    if (error instanceof OutOfBudget) return pauseForBudget(host, seat, error);
    throw error;
  }
  const tools = host.tools(seat.agent);
  const turn = new TurnJournal(host, seat, tools);
  if (answer !== undefined) {
    turn.begin(answer.data, answer.entries);
    if (answer.data.failure !== undefined) return turn.fail();
    if (answer.data.calls.every((call) => call.kind === 'builtin')) {
      const outcome = decideWithoutCalls(host, seat, answer.data);
      if (outcome.failure !== undefined) return turn.giveUp(toInvalidAnswer(seat.agent.name, outcome.failure));
      return outcome.answer === undefined
        ? host.commit(turn.close({ messages: outcome.messages }))
        : turn.complete(outcome.answer);
    }
  } else {
    turn.begin(opened!, []);
  }

  let resuming = opened !== undefined;
  for (;;) {
    turn.settleMailCalls();
    if (turn.answer !== undefined) return turn.complete(turn.answer);
    if (turn.failure !== undefined) return turn.giveUp(turn.failure);
    const next = nextCall(turn.data);
    if (next === undefined)
      return host.commit(turn.close({ messages: reprompt(turn.data.calls, seat.agent.name, host.context) }));
    if (isWaiting(next)) return turn.pause();
    // Started by a process that is gone: nobody can say what it has done, so only a repeatable action runs again.
    const lost = resuming && next.started === true;
    resuming = false;
    if (lost && !isRepeatable(next, tools)) {
      turn.record(next, { status: 'unknown', content: OUTCOME_UNKNOWN, code: 'outcome_unknown' });
    } else {
      const refusal = refuseAction(next, host, tools);
      if (refusal !== undefined) {
        turn.record(next, refusal);
        continue;
      }
      if (!lost) await host.commit(turn.start(next));
      // The run may have ended while the start was being written down.
      seat.signal.throwIfAborted();
      turn.record(next, await runAction(next, host, seat, tools));
      seat.signal.throwIfAborted();
    }
    if (seat.hasInterrupt()) turn.skipRest('interrupted');
  }
}

/** Asks the agent; what that takes is given back before anything is done about the answer. */
async function answerMail(host: TurnHost, seat: Seat): Promise<Answer> {
  using access = new ModelAccess(host, seat);
  await compactHistory(host, seat, access);
  return await answerTurn(host, seat, host.tools(seat.agent), access, () => toolChoiceOf(host, seat));
}

const OUTCOME_UNKNOWN =
  'the process that ran this action ended before it could record the outcome; it may or may not have taken effect';

function toolChoiceOf(host: TurnHost, seat: Seat): ToolChoice {
  if (host.ledger.closing !== undefined) return { tool: 'task_complete' };
  return seat.agent.defaultToolChoice ?? (host.run.manual === true ? 'auto' : 'required');
}

/** Collects what the next commit of a turn will say. It decides nothing about when. */
class TurnJournal {
  data!: TurnData;
  answer: string | undefined;
  /** Why the run ends without an answer, if it does. */
  failure: RunFailure | undefined;
  readonly #host: TurnHost;
  readonly #seat: Seat;
  readonly #tools: ToolSet;
  readonly #place: { run: number; agent: string; turn: number };
  #entries: NewEntry[] = [];
  #outgoing: MAILMessage[] = [];
  #completion: MAILMessage | undefined;

  constructor(host: TurnHost, seat: Seat, tools: ToolSet) {
    this.#host = host;
    this.#seat = seat;
    this.#tools = tools;
    this.#place = { run: host.run.run, agent: seat.agent.name, turn: seat.turn };
  }

  begin(data: TurnData, entries: NewEntry[]): void {
    this.data = data;
    this.#entries = [...entries];
  }

  /** Settles calls of MAIL tools up to the next call that has an effect outside. */
  settleMailCalls(): void {
    for (;;) {
      const call = nextCall(this.data);
      if (call === undefined) return;
      if (call.kind !== 'mail') {
        if (this.answer === undefined && this.failure === undefined) return;
        const why = this.answer === undefined ? 'the run has ended' : 'the task is complete';
        this.record(call, { status: 'not-run', content: `not run: ${why}` });
        continue;
      }
      const { agent } = this.#seat;
      const settled = settleMailCall(call, {
        ...this.#host.context,
        definition: this.#host.definition,
        agent,
        inputs: this.data.inputs,
        requests: this.#host.ledger.requests,
        unread: unreadBy(this.#host, this.#seat),
        outgoing: this.#outgoing,
        // In manual mode somebody is always about to speak, or nobody is: waiting cannot be wrong.
        othersAtWork: this.#host.run.manual === true || this.#host.othersAtWork(agent.name),
        offered: this.#tools.offered,
        completed: this.answer !== undefined,
        refusedAnswers: this.#host.ledger.refusedAnswers + this.#entries.filter(isRefusedAnswer).length,
        ...(this.#host.run.responseFormat === undefined ? {} : { responseFormat: this.#host.run.responseFormat }),
        outside: this.#host.outside(),
      });
      const repeated = this.record(call, settled.result);
      // What an agent is told of its own failures is told in the same words.
      this.#outgoing.push(
        ...settled.messages.map((message) => (repeated === undefined ? message : withBody(message, repeated))),
      );
      if (settled.answer !== undefined) this.#announce(settled.answer);
      if (settled.failure !== undefined) this.failure ??= toInvalidAnswer(agent.name, settled.failure);
    }
  }

  /** Gives what the agent is told instead, if it has tried the same before. */
  record(call: TurnCall, outcome: ActionOutcome): string | undefined {
    const host = this.#host;
    const limits = limitsOf(host.definition.limits, host.run);
    const repeat = findRepeat(call, outcome, {
      ...this.#place,
      limits,
      book: host.ledger.repeats,
      pending: this.#entries,
    });
    this.failure ??= repeat?.failure;
    const result = repeat === undefined ? outcome : { ...outcome, content: repeat.told };
    // The log keeps more of a long result than the model is shown.
    const shown = cutResult(result, limits.resultBytes);
    this.data = {
      ...this.data,
      calls: this.data.calls.map((each) => (each.callId === call.callId ? { ...each, result: shown } : each)),
    };
    const { callId, tool, kind, input } = call;
    // The frames of MAIL tools show their input, and one entry has to be enough to show them.
    const repeatsInput = kind === 'mail' ? { input } : {};
    const stored = cutResult(result, limits.storedResultBytes);
    this.#entries.push({ ...this.#place, type: 'call-ended', callId, tool, kind, ...repeatsInput, result: stored });
    return repeat?.told;
  }

  skipRest(why: string): void {
    for (const call of this.data.calls.filter((each) => each.result === undefined)) {
      this.record(call, { status: 'not-run', content: `not run: ${why}` });
    }
  }

  start(call: TurnCall): Decision {
    this.data = {
      ...this.data,
      calls: this.data.calls.map((each) => (each.callId === call.callId ? { ...each, started: true } : each)),
    };
    const { callId, tool, kind, input } = call;
    this.#entries.push({ ...this.#place, type: 'call-started', callId, tool, kind, input });
    return this.#commit(false, []);
  }

  /** Leaves the turn open, and pauses the run. */
  async pause(): Promise<void> {
    await this.#host.pause(this.#repeatable(() => this.#toPause()));
  }

  #toPause(): Decision {
    const others = this.#host.openTurns().filter((turn) => turn.agent !== this.#seat.agent.name);
    const calls = [...openCallsOf(others), ...openCallsOf([this.#row(false)])];
    return { ...this.#commit(false, [{ ...this.#place, type: 'paused', calls }]), status: 'paused' };
  }

  /** Ends the turn of an agent that could not answer, and the run with it if nobody else is to hear of it. */
  async fail(): Promise<void> {
    const host = this.#host;
    const { end, ...outcome } = decideFailure(host, this.#seat, this.data);
    if (end === undefined || end.fence !== true) return host.commit(this.close({ ...outcome, ...(end && { end }) }));
    await this.#endRun(() => this.close(decideFailure(host, this.#seat, this.data)));
  }

  /** Ends the turn, and the run without an answer. */
  async giveUp(failure: RunFailure): Promise<void> {
    await this.#endRun(() => this.close({ messages: [], end: endWith(this.#host, this.#seat, failure) }));
  }

  /** Ends the turn, and the run with an answer. */
  async complete(answer: string): Promise<void> {
    if (this.#completion === undefined) this.#announce(answer);
    await this.#endRun(() => this.#toCompletion(answer));
  }

  async #endRun(decide: () => Decision): Promise<void> {
    await this.#host.end(this.#repeatable(decide));
  }

  /** What the turn comes to may be decided more than once, if the first attempt is refused. */
  #repeatable(decide: () => Decision): () => Decision {
    const { signal } = this.#seat;
    const [entries, outgoing, taken] = [this.#entries, this.#outgoing, this.#seat.taken];
    return () => {
      signal.throwIfAborted();
      [this.#entries, this.#outgoing, this.#seat.taken] = [entries, [...outgoing], taken];
      return decide();
    };
  }

  close({ messages, end }: { messages: MAILMessage[]; end?: Decision }): Decision {
    this.#outgoing.push(...messages);
    const stepEnd = toStepEnd(this.#outgoing, stepOf(this.data.inputs), this.#place);
    const decision = this.#commit(true, []);
    const whole = end === undefined ? decision : merge(decision, end);
    const entries = [...whole.entries, ...stepEnd];
    // A turn that left no trace in the log would lose its number to another one after a crash.
    return { ...whole, entries: entries.length > 0 ? entries : [this.#toUnheard()] };
  }

  #toUnheard(): NewEntry {
    const text = `what ${this.#place.agent} said was addressed to nobody`;
    return { ...this.#place, type: 'notice', code: 'unheard', text };
  }

  #toCompletion(answer: string): Decision {
    const { agent } = this.#seat;
    const host = this.#host;
    const taken = new Set(this.#seat.taken.map((mail) => mail.id));
    const sending = this.#outgoing;
    const decision = this.#commit(true, []);
    const end = endRun({
      task: host.task,
      mail: host.mail().filter((mail) => !taken.has(mail.id)),
      open: host.openTurns().filter((turn) => turn.agent !== agent.name),
      live: host.live().filter((text) => text.agent !== agent.name),
      ledger: host.ledger,
      unrecorded: host.unrecorded().filter((calls) => calls.agent !== agent.name),
      ending: this.#place,
      unsent: decision.put!.filter(isLocal),
      sending,
      outcome: 'complete',
      text: answer,
      why: `${agent.name} completed the task`,
      ...(host.ledger.closing === undefined ? {} : { keepMail: true }),
      completion: { message: this.#completion!, agents: host.ledger.othersThan(agent.name) },
      now: host.now(),
    });
    // Mail to agents of this swarm would find nobody at work; it stays in the log, where the next run can see it.
    return merge({ ...decision, put: decision.put!.filter((mail) => !isLocal(mail)) }, end);
  }

  #announce(answer: string): void {
    this.answer = answer;
    this.#completion = composeCompletion(this.#host.context, this.#seat.agent.name, answer);
    this.#entries.push({ ...this.#place, type: 'message', to: 'all', message: this.#completion });
  }

  #row(done: boolean) {
    const { agent, turn, run } = this.#place;
    return toStoredTurn({ agent, turn, run, done }, this.data);
  }

  #commit(done: boolean, last: NewEntry[]): Decision {
    const host = this.#host;
    const place = { ...this.#place, route: (swarm: string) => routeTo(host, swarm) };
    const delivery = deliver(carryStep(this.#outgoing, stepOf(this.data.inputs)), place, host.definition);
    const { trace } = this.#seat.watch ?? {};
    const put = trace === undefined ? delivery.put : putForCause(delivery.put, { ...host.run.cause, trace });
    const decision: Decision = {
      entries: [...this.#entries, ...delivery.entries, ...last],
      take: this.#seat.taken.map((mail) => mail.id),
      put: host.run.manual === true ? toBuffers(put) : put,
      turns: [this.#row(done)],
    };
    this.#entries = [];
    this.#outgoing = [];
    this.#seat.taken = [];
    return decision;
  }
}

function withBody(message: MAILMessage, body: string): MAILMessage {
  return { ...message, message: { ...message.message, body } } as MAILMessage;
}

function isLocal({ mailbox }: NewMail): boolean {
  return !mailbox.startsWith('@');
}

/** Two decisions about one task as one; where both speak of the same thing, the second has the last word. */
function merge(first: Decision, second: Decision): Decision {
  return {
    ...first,
    ...second,
    entries: [...first.entries, ...second.entries],
    take: [...(first.take ?? []), ...(second.take ?? [])],
    put: [...(first.put ?? []), ...(second.put ?? [])],
    turns: [...(first.turns ?? []), ...(second.turns ?? [])],
    ...(first.data === undefined && second.data === undefined ? {} : { data: { ...first.data, ...second.data } }),
  };
}
