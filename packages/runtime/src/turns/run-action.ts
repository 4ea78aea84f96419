import { type CallResult, type JSONValue, messageOf } from '@posthouse/protocol';
import type { ActionContext, AnyAction } from '../definitions/action.ts';
import { parseActionInput } from '../definitions/action-parameters.ts';
import { OutcomeUnknown } from '../definitions/outcome-unknown.ts';
import { TextBeginning } from '../definitions/text-beginning.ts';
import { firstJSON } from '../messages/first-json.ts';
import { limitsOf } from '../task/limits.ts';
import type { ToolSet } from '../tools/to-tool-set.ts';
import type { TurnCall } from '../task/turn-data.ts';
import { ActionRemarks } from './action-remarks.ts';
import type { Seat, TurnHost } from './turn-host.ts';

/** What is wrong with a call before it is even tried, if anything. */
export function refuseAction(call: TurnCall, host: TurnHost, tools: ToolSet): CallResult | undefined {
  if (call.inputError !== undefined) return { status: 'error', content: call.inputError, code: 'invalid_input' };
  if (tools.actions.has(call.tool)) return undefined;
  const known = [...host.definition.agents.flatMap((agent) => agent.actions), ...host.definition.actions].some(
    (action) => action.name === call.tool,
  );
  return known
    ? { status: 'error', content: `The action '${call.tool}' is not available.`, code: 'action_forbidden' }
    : {
        status: 'error',
        content: `The action '${call.tool}' cannot be found in this swarm.`,
        code: 'action_not_found',
      };
}

/** Whether an action may be run again after a crash has hidden how it ended. */
export function isRepeatable(call: TurnCall, tools: ToolSet): boolean {
  return tools.actions.get(call.tool)?.idempotent === true;
}

/** What came of an action. `isMore` when its content is only the beginning of what there was. */
export type ActionOutcome = CallResult & { isMore?: true };

/** Runs an action and gives its result, whatever happens: an exception is a result too. */
export function runAction(call: TurnCall, host: TurnHost, seat: Seat, tools: ToolSet): Promise<ActionOutcome> {
  const work = (): Promise<ActionOutcome> => execute(call, host, seat, tools);
  return seat.watch === undefined ? work() : seat.watch.action(call, work);
}

async function execute(call: TurnCall, host: TurnHost, seat: Seat, tools: ToolSet): Promise<ActionOutcome> {
  const action = tools.actions.get(call.tool)!;
  const { callId, tool } = call;
  const agent = seat.agent.name;
  const { storedResultBytes } = limitsOf(host.definition.limits, host.run);
  const remarks = new ActionRemarks(storedResultBytes, (text) => {
    const entry = { run: host.run.run, agent, turn: seat.turn, type: 'notice' as const, code: 'action_log', text };
    // A remark is worth keeping, not worth failing for: if the task is lost the turn will notice by itself.
    host.commit({ entries: [entry] }).catch(() => undefined);
  });
  const context: ActionContext = {
    signal: seat.signal,
    idempotencyKey: `${host.owner}/${host.context.taskId}/${agent}/${seat.turn}/${callId}`,
    task: { id: host.context.taskId, swarm: host.context.swarm, owner: host.owner },
    agent,
    callId,
    log: (text) => {
      if (!seat.signal.aborted) remarks.add(text);
    },
  };
  try {
    const input = parseActionInput(action, call.input);
    if (host.actionOverride !== undefined) {
      const content = await host.actionOverride({ tool, input: call.input, agent, callId });
      return { status: 'success', ...toContent(content, storedResultBytes) };
    }
    const output = await executeKnown(action, () => action.execute(input as never, context));
    return { status: 'success', ...toContent(output, storedResultBytes) };
  } catch (error) {
    const reason = messageOf(error);
    if (error instanceof OutcomeUnknown) return { status: 'unknown', content: reason, code: 'outcome_unknown' };
    return { status: 'error', content: `failed to execute action tool: ${reason}`, code: 'action_failed' };
  }
}

/** As after a crash of our own: what is as good twice as once is tried again, with the same key, and once. */
async function executeKnown<Output>(action: AnyAction, run: () => Output): Promise<Awaited<Output>> {
  try {
    return await run();
  } catch (error) {
    if (!action.idempotent || !(error instanceof OutcomeUnknown)) throw error;
    return await run();
  }
}

/** What an action returned, as JSON. Nothing at all is an empty text, and so much that it will be cut is the beginning of one. */
function toContent(output: unknown, maxBytes: number): Pick<ActionOutcome, 'content' | 'isMore'> {
  if (output === undefined) return { content: '' };
  if (typeof output === 'string') return { content: output };
  if (output instanceof TextBeginning) return { content: output.text, isMore: true };
  // Writing down all of a large value would hold up everybody for seconds, and a stop as well.
  const json = firstJSON(output, maxBytes);
  if (json === undefined) throw new TypeError(`the action returned a ${typeof output}, which is not JSON`);
  const { text, isWhole } = json;
  if (!isWhole) return { content: text, isMore: true };
  return { content: text.length > maxBytes ? text : (JSON.parse(text) as JSONValue) };
}
