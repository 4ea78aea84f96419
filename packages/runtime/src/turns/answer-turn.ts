import { type MAILMessage, messageOf, type NewEntry, PosthouseError } from '@posthouse/protocol';
import type { Past } from '../respond/past-turn.ts';
import type { RespondResult, ToolChoice } from '../respond/respond.ts';
import { stepOf } from '../task/step-context.ts';
import { toSteppedAgent } from '../manual/step-models.ts';
import { type ToolSet, toCallKind } from '../tools/to-tool-set.ts';
import type { ModelAccess } from './model-access.ts';
import { toPastTurn } from './to-past-turn.ts';
import { toPrompt } from './to-prompt.ts';
import { budgetOf } from '../budgets/budget-gate.ts';
import { OutOfBudget } from './pause-for-budget.ts';
import { toUsageEntries } from '../task/to-usage-entries.ts';
import type { Seat, TurnHost } from './turn-host.ts';
import { isOutside, readTurn, type TurnCall, type TurnData } from '../task/turn-data.ts';

/** What the model said, and what of it goes into the log. */
export type AnsweredTurn = { data: TurnData; entries: NewEntry[] };

/**
 * Asks the agent. An interrupt during the call aborts it, joins what the agent reads, and asks again; what had been
 * written until then is logged as abandoned.
 */
export async function answerTurn(
  host: TurnHost,
  seat: Seat,
  tools: ToolSet,
  access: ModelAccess,
  toolChoice: () => ToolChoice,
): Promise<AnsweredTurn> {
  const place = { run: host.run.run, agent: seat.agent.name, turn: seat.turn };
  const abandoned: NewEntry[] = [];
  for (let attempt = 1; ; attempt += 1) {
    let inputs = inputsOf(seat);
    let signal: AbortSignal | undefined;
    try {
      const agent = toSteppedAgent(seat.agent, stepOf(inputs), host.stepModels);
      // A function that asks no model waits for nobody, and need not pay for the queue.
      if (agent.run === undefined || agent.asksModel !== undefined) {
        await access.prepare(agent);
        // Whoever cuts in on an agent that waits is heard when its turn comes; it need not wait from the beginning.
        if (seat.hasInterrupt()) seat.takeInterrupts();
        inputs = inputsOf(seat);
      }
      // What came before is read for a function only when it asks: that costs as much as it is long.
      const history = agent.run === undefined ? await host.history(seat.agent.name) : [];
      const listening = (signal = seat.listen());
      const result = await host.respond(agent)({
        agent: seat.agent.name,
        get messages() {
          return toPrompt(history.map(readTurn), inputs);
        },
        inputs,
        task: { id: host.context.taskId, swarm: host.context.swarm, owner: host.owner },
        past: toPast(host, seat.agent.name, inputs),
        tools: tools.specs,
        // Asked anew each time: an interrupt may be the request for a final answer.
        toolChoice: toolChoice(),
        responseFormat: host.run.responseFormat,
        signal,
        ...access.options,
        // A model that does not hear the signal goes on writing; what was abandoned stays as it was.
        onDelta: (delta) => (listening.aborted ? undefined : seat.onDelta(attempt, delta)),
      });
      seat.signal.throwIfAborted();
      const calls = toCalls(result, tools);
      const usage = toUsageEntries(place, seat.meter.take());
      const data: TurnData = {
        format: 1,
        inputs,
        attempt,
        messages: result.messages,
        calls,
        text: result.text,
        memo: result.memo,
      };
      const parts = seat.textOf(attempt);
      const written: NewEntry[] = parts.length === 0 ? [] : [{ ...place, type: 'text-written', attempt, parts }];
      return {
        data,
        entries: [...abandoned, ...written, ...toCallEntries(place, calls, result), ...usage],
      };
    } catch (error) {
      if (seat.signal.aborted) throw seat.signal.reason;
      const parts = seat.textOf(attempt);
      if (parts.length > 0) abandoned.push({ ...place, type: 'text-abandoned', attempt, parts });
      const budget = budgetOf(error);
      if (budget !== undefined) throw new OutOfBudget(budget, abandoned);
      const interrupts = seat.takeInterrupts();
      if (interrupts.length > 0 || signal?.aborted === true) continue;
      const data: TurnData = { format: 1, inputs, attempt, messages: [], calls: [], failure: toFailure(error) };
      return { data, entries: [...abandoned, ...toUsageEntries(place, seat.meter.take())] };
    }
  }
}

/** Copies, exactly as they are read from the database: nobody changes the past by changing what it was shown. */
function toPast(host: TurnHost, agent: string, inputs: readonly MAILMessage[]): Past {
  return {
    history: async () => toCopy((await host.history(agent)).map(toPastTurn)),
    messages: async () => toCopy(toPrompt((await host.history(agent)).map(readTurn), inputs)),
  };
}

function toCopy<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value)) as Value;
}

function inputsOf(seat: Seat): MAILMessage[] {
  return seat.taken.map((mail) => mail.message);
}

function toCalls(result: RespondResult, tools: ToolSet): TurnCall[] {
  const calls = result.calls.map((call): TurnCall => {
    const { callId, tool, input } = call;
    if (call.builtin !== undefined) return { callId, tool, input, kind: 'builtin', result: call.builtin };
    return {
      callId,
      tool,
      input,
      kind: toCallKind(tools, tool),
      inputError: call.inputError,
      ...(tools.approvals.has(tool) && tools.offered.has(tool) ? { approval: 'asked' as const } : {}),
    };
  });
  // What waits for somebody outside comes last, so that nothing else has to wait with it.
  return [...calls.filter((call) => !isOutside(call)), ...calls.filter(isOutside)];
}

function toCallEntries(
  place: { run: number; agent: string; turn: number },
  calls: readonly TurnCall[],
  result: RespondResult,
): NewEntry[] {
  const kinds = new Map(calls.map((call) => [call.callId, call.kind]));
  const made: NewEntry[] = [];
  let thought: string | undefined;
  for (const { callId, tool, input, reasoning, preamble } of result.calls) {
    made.push({
      ...place,
      type: 'call',
      callId,
      tool,
      kind: kinds.get(callId)!,
      input,
      ...(reasoning === undefined ? { reasoningRef: thought } : { reasoning }),
      preamble,
    });
    if (reasoning !== undefined) thought = callId;
  }
  const ended = result.calls.flatMap(({ callId, tool, input, builtin }): NewEntry[] =>
    builtin === undefined
      ? []
      : [{ ...place, type: 'call-ended', callId, tool, kind: 'builtin', input, result: builtin }],
  );
  return [...made, ...ended];
}

function toFailure(error: unknown): string {
  if (PosthouseError.isInstance(error)) return error.message;
  return messageOf(error);
}
