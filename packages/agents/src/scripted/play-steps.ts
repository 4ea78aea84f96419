import { setTimeout as sleep } from 'node:timers/promises';
import type { ApprovalAnswer } from '../agent-adapter.ts';
import type { ApprovalRequested } from '../host-event.ts';
import type { AgentStep, CallStep, DelegateStep, SayStep, ThinkStep } from './agent-script.ts';
import type { ScriptedEvent } from './scripted-event.ts';

export interface PlayOptions {
  readonly steps: Iterable<AgentStep> | AsyncIterable<AgentStep>;
  /** Rejects when it aborts. */
  readonly signal: AbortSignal;
  /** Makes ids of parts and calls unique in the conversation. */
  readonly prefix: string;
  readonly ask: (asked: Omit<ApprovalRequested, 'type'>) => Promise<ApprovalAnswer>;
}

/** Pieces of a text, as a model gives them, unless told otherwise. */
const PIECE = 12;
const REFUSED = 'The user did not allow this call.';

/** What an agent says while it does these steps, one after the other. */
export async function* playSteps(options: PlayOptions): AsyncGenerator<ScriptedEvent> {
  const player: Player = { ...options, count: 0, isNewStep: true };
  for await (const step of options.steps) {
    options.signal.throwIfAborted();
    // What follows a call answers its result, so it is another request to the model.
    if (player.isNewStep) yield { type: 'step' };
    player.isNewStep = 'call' in step || 'delegate' in step;
    yield* playStep(player, step);
  }
}

interface Player extends PlayOptions {
  count: number;
  isNewStep: boolean;
}

async function* playStep(player: Player, step: AgentStep): AsyncGenerator<ScriptedEvent> {
  if ('say' in step || 'think' in step) yield* playText(player, step);
  else if ('call' in step) yield* playCall(player, step);
  else if ('delegate' in step) yield* playAgent(player, step);
  else if ('wait' in step) await sleep(step.wait, undefined, { signal: player.signal });
  else if ('hang' in step) await sleep(2 ** 31 - 1, undefined, { signal: player.signal });
  else if ('fail' in step) yield { type: 'failed', errorText: step.fail };
  else if ('usage' in step) yield { type: 'usage', usage: step.usage };
  else yield { type: 'news', news: step.news };
}

async function* playText(player: Player, step: SayStep | ThinkStep, parent?: string): AsyncGenerator<ScriptedEvent> {
  const { delayMs = 0 } = step;
  const [kind, text] = 'say' in step ? (['text', step.say] as const) : (['reasoning', step.think] as const);
  const id = nextId(player, kind);
  for await (const delta of typeof text === 'string' ? toPieces(text, step.pieceLength) : text) {
    if (delayMs > 0) await sleep(delayMs, undefined, { signal: player.signal });
    yield { type: 'text', id, kind, delta, parent };
  }
  yield { type: 'text-ended', id, kind, retracted: 'say' in step ? step.retracted : undefined, parent };
}

function* toPieces(text: string, length = PIECE): Generator<string> {
  for (let start = 0; start < text.length; start += length) yield text.slice(start, start + length);
}

async function* playCall(player: Player, step: CallStep, parent?: string): AsyncGenerator<ScriptedEvent> {
  const { call: toolName, input = {}, output = null, error, progress = [], approval, delayMs = 0 } = step;
  const toolCallId = step.id ?? nextId(player, 'call');
  const call = { toolCallId, toolName, input };
  yield { type: 'call', ...call, parent };
  if (approval === true) {
    const { approved, reason = REFUSED } = await player.ask({ approvalId: toolCallId, ...call });
    player.signal.throwIfAborted();
    if (!approved) return void (yield { type: 'result', ...call, errorText: reason, parent });
  }
  let printed = '';
  for (const piece of progress) {
    await sleep(delayMs, undefined, { signal: player.signal });
    printed += piece;
    if (parent === undefined) yield { type: 'progress', toolCallId, text: printed };
  }
  await sleep(delayMs, undefined, { signal: player.signal });
  yield { type: 'result', ...call, parent, ...(error === undefined ? { output } : { errorText: error }) };
}

async function* playAgent(player: Player, step: DelegateStep): AsyncGenerator<ScriptedEvent> {
  const { delegate: description, name, output = null } = step;
  const toolCallId = step.id ?? nextId(player, 'call');
  const input = { description };
  const agent = { type: 'agent', toolCallId, name, description } as const;
  yield { type: 'call', toolCallId, toolName: 'delegate', input };
  yield { ...agent, status: 'running' };
  for (const inner of step.steps) {
    if ('call' in inner) yield* playCall(player, inner, toolCallId);
    else yield* playText(player, inner, toolCallId);
  }
  yield { ...agent, status: 'completed' };
  yield { type: 'result', toolCallId, toolName: 'delegate', input, output };
}

function nextId(player: Player, kind: string): string {
  player.count += 1;
  return `${player.prefix}${kind}-${player.count}`;
}
