import { PosthouseError } from '@posthouse/protocol';
import type { Turn } from '@posthouse/store';
import type { Agent } from '../../definitions/agent.ts';
import { stepOf } from '../../task/step-context.ts';
import { toSteppedAgent } from '../../manual/step-models.ts';
import type { RespondResult } from '../../respond/respond.ts';
import type { ModelAccess } from '../model-access.ts';
import { toPrompt } from '../to-prompt.ts';
import { budgetOf } from '../../budgets/budget-gate.ts';
import { OutOfBudget } from '../pause-for-budget.ts';
import { toUsageEntries } from '../../task/to-usage-entries.ts';
import { readTurn, toStoredTurn, type TurnData } from '../../task/turn-data.ts';
import type { Seat, TurnHost } from '../turn-host.ts';
import { compactionThreshold } from './compaction-threshold.ts';
import { estimatePrompt } from '../../messages/estimate-tokens.ts';
import { keepMessages } from '../../task/kept-messages.ts';
import { type CompactionPlan, planCompaction } from './plan-compaction.ts';
import { shorten } from '../../messages/shorten.ts';
import { toSummariser, toSummaryPrompt } from './summary-request.ts';

/** The summary, and the user's words beside it, take at most this part of the threshold each. */
const SUMMARY_SHARE = 4;
const WORDS_PER_TOKEN = 0.7;

/**
 * Makes room in an agent's history before its turn, if its prompt has grown too long: old turns are summed up by its model,
 * and from then on its history begins with the summary. Nothing is deleted, the log says that it happened, and a crash
 * before the summary is recorded costs one model call.
 */
export async function compactHistory(host: TurnHost, seat: Seat, access: ModelAccess): Promise<void> {
  const inputs = seat.taken.map((mail) => mail.message);
  const step = stepOf(inputs);
  if (seat.agent.compaction === undefined && step?.dynamicContextRatio === undefined) return;
  const agent = availableAgent(host, seat);
  const summariser = agent === undefined ? undefined : toSummariser(agent);
  if (agent === undefined || summariser === undefined) return;
  const threshold = compactionThreshold(agent, step?.dynamicContextRatio);
  if (threshold === undefined) return;
  if (!(await access.isReady(agent))) return;
  const turns = await host.history(agent.name);
  const messages = toPrompt(turns.map(readTurn), inputs);
  const promptTokens = estimatePrompt({ system: agent.system, tools: host.tools(seat.agent).specs, messages });
  const plan = planCompaction({ turns, promptTokens, threshold, ...agent.compaction });
  if (plan !== undefined)
    await compact(host, seat, { plan, summariser, access, budget: Math.floor(threshold / SUMMARY_SHARE) });
}

/** The agent as the turn will ask it. If there is no such agent the turn itself fails, and says why. */
function availableAgent(host: TurnHost, seat: Seat): Agent | undefined {
  try {
    return toSteppedAgent(seat.agent, stepOf(seat.taken.map((mail) => mail.message)), host.stepModels);
  } catch {
    return undefined;
  }
}

type Work = { plan: CompactionPlan; summariser: Agent; access: ModelAccess; budget: number };

async function compact(host: TurnHost, seat: Seat, work: Work): Promise<void> {
  const place = { run: host.run.run, agent: seat.agent.name };
  const turns = work.plan.turns.map(readTurn);
  const answer = await summarise(host, seat, work, turns);
  seat.signal.throwIfAborted();
  // Whoever cut in meanwhile is heard in the turn that begins now.
  seat.takeInterrupts();
  const turn = seat.yieldNumber();
  const usage = toUsageEntries({ ...place, turn }, seat.meter.take());
  if (answer instanceof Error) {
    const text = `the history of '${place.agent}' could not be summarised and is used as it is: ${answer.message}`;
    return host.commit({ entries: [...usage, { ...place, turn, type: 'notice', code: 'compaction_failed', text }] });
  }
  const { through } = work.plan;
  const data: TurnData = {
    format: 1,
    inputs: [],
    attempt: 1,
    messages: [],
    calls: [],
    summary: shorten(answer.text, work.budget),
    kept: keepMessages(turns, work.budget),
  };
  const row: Turn = toStoredTurn({ ...place, turn, done: true, summaryThrough: through }, data);
  await host.commit({ entries: [...usage, { ...place, turn, type: 'compacted', through }], turns: [row] });
}

/** Asks for the summary. A model that cannot give one is no reason to fail the turn, which may still fit. */
async function summarise(
  host: TurnHost,
  seat: Seat,
  work: Work,
  turns: readonly TurnData[],
): Promise<RespondResult | Error> {
  const { name } = seat.agent;
  try {
    const answer = await host.respond(work.summariser)({
      agent: name,
      messages: toSummaryPrompt(name, turns, Math.floor(work.budget * WORDS_PER_TOKEN)),
      inputs: [],
      tools: [],
      toolChoice: 'auto',
      signal: seat.signal,
      ...work.access.options,
      onDelta: () => undefined,
    });
    if (answer.text.trim() !== '') return answer;
    return new PosthouseError({ code: 'model_failed', message: 'the model wrote nothing' });
  } catch (error) {
    const budget = budgetOf(error);
    if (budget !== undefined) throw new OutOfBudget(budget);
    return error instanceof Error ? error : new Error(String(error));
  }
}
