import type { Script, ScriptedTurn } from '../turn.ts';

const turnKeys = {
  content: ['reasoning', 'text', 'hugeText', 'toolCalls', 'content'],
  rest: ['usage', 'finishReason', 'chunkSize', 'delayMs', 'firstDelayMs', 'fault', 'expect'],
};
const partTypes = ['text', 'reasoning', 'tool-call', 'web-search', 'code-interpreter'];
const finishReasons = ['stop', 'length', 'tool-calls', 'content-filter'];
const midstreamFaults = ['error-event', 'dropped-socket', 'stall', 'truncated-json'];

/** Throws a sentence that names the mistake and its turn. */
export function checkScript(script: unknown): asserts script is Script {
  if (typeof script === 'function') return;
  if (!Array.isArray(script)) {
    throw new TypeError(`A script must be a list of turns or a function, but it is ${nameOf(script)}.`);
  }
  for (const [index, turn] of script.entries()) {
    try {
      checkTurn(turn);
    } catch (error) {
      throw new TypeError(`Turn ${index} of the script: ${(error as Error).message}`, { cause: error });
    }
  }
}

/**
 * Throws a sentence that names the mistake. Scripts come from files and functions that no compiler has seen, and a
 * misspelt key would otherwise turn into an empty answer that looks like a real one.
 */
export function checkTurn(turn: unknown): asserts turn is ScriptedTurn {
  if (!isObject(turn) || Array.isArray(turn)) {
    throw new TypeError(`A turn must be an object such as { text: 'Hello' }, but it is ${nameOf(turn)}.`);
  }
  const known = [...turnKeys.content, ...turnKeys.rest];
  for (const key of Object.keys(turn)) {
    if (!known.includes(key)) throw new TypeError(`A turn has no '${key}'; it may have ${known.join(', ')}.`);
  }
  const said = turnKeys.content.filter((key) => turn[key] !== undefined);
  if (said.length === 0 && turn.fault === undefined) {
    throw new TypeError(`A turn needs content: ${turnKeys.content.join(', ')}, or a fault. For silence, say text: ''.`);
  }
  if (said.includes('content') && said.length > 1) {
    throw new TypeError(
      `A turn has either content or ${said.filter((key) => key !== 'content').join(', ')}, not both.`,
    );
  }
  checkNumbers(turn);
  checkContent(turn);
  if (turn.fault !== undefined) checkFault(turn.fault);
  if (turn.finishReason !== undefined) oneOf('finishReason', turn.finishReason, finishReasons);
}

function checkContent(turn: Record<string, unknown>): void {
  for (const key of ['reasoning', 'text']) {
    if (turn[key] !== undefined && typeof turn[key] !== 'string') {
      throw new TypeError(`A turn's ${key} must be a string, but it is ${nameOf(turn[key])}.`);
    }
  }
  for (const key of ['toolCalls', 'content']) {
    if (turn[key] !== undefined && !Array.isArray(turn[key])) {
      throw new TypeError(`A turn's ${key} must be a list, but it is ${nameOf(turn[key])}.`);
    }
  }
  if (turn.hugeText !== undefined) wholeNumber('hugeText.bytes', anObject('hugeText', turn.hugeText).bytes, 0);
  for (const toolCall of (turn.toolCalls ?? []) as unknown[]) checkToolCall(anObject('A tool call', toolCall));
  for (const value of (turn.content ?? []) as unknown[]) {
    const part = anObject('A part', value);
    oneOf('The type of a part', part.type, partTypes);
    if (part.type === 'tool-call') checkToolCall(part);
  }
}

function checkToolCall({ name, input, rawInput }: Record<string, unknown>): void {
  if (typeof name !== 'string' || name === '') throw new TypeError('A tool call needs a name.');
  if (input !== undefined && rawInput !== undefined) {
    throw new TypeError(`The call of ${name} has either input or rawInput, not both.`);
  }
  if (input !== undefined && !isJson(input)) {
    throw new TypeError(`The input of the call of ${name} cannot be written as JSON.`);
  }
}

function checkNumbers(turn: Record<string, unknown>): void {
  if (turn.chunkSize !== undefined) wholeNumber('chunkSize', turn.chunkSize, 1);
  for (const key of ['delayMs', 'firstDelayMs']) if (turn[key] !== undefined) wholeNumber(key, turn[key], 0);
  if (turn.usage === undefined) return;
  const usage = anObject('usage', turn.usage) as Record<string, number>;
  for (const [key, value] of Object.entries(usage)) wholeNumber(`usage.${key}`, value, 0);
  const { input = Infinity, cached = 0, output = Infinity, reasoning = 0 } = usage;
  if (cached > input) throw new TypeError('usage.cached is a part of usage.input and cannot exceed it.');
  if (reasoning > output) throw new TypeError('usage.reasoning is a part of usage.output and cannot exceed it.');
}

function checkFault(fault: unknown): void {
  const { kind, status, afterChunks } = anObject('A fault', fault);
  oneOf("A fault's kind", kind, ['http', ...midstreamFaults]);
  if (kind === 'http') wholeNumber("An http fault's status", status, 400);
  else wholeNumber(`The afterChunks of ${String(kind)}`, afterChunks, 0);
}

function anObject(what: string, value: unknown): Record<string, unknown> {
  if (isObject(value)) return value;
  throw new TypeError(`${what} must be an object, but it is ${nameOf(value)}.`);
}

function wholeNumber(what: string, value: unknown, least: number): void {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= least) return;
  throw new TypeError(`${what} must be a whole number of at least ${least}, but it is ${nameOf(value)}.`);
}

function oneOf(what: string, value: unknown, allowed: readonly string[]): void {
  if (allowed.includes(value as string)) return;
  throw new TypeError(`${what} must be one of ${allowed.join(', ')}, but it is ${nameOf(value)}.`);
}

function isJson(value: unknown): boolean {
  try {
    return JSON.stringify(value) !== undefined;
  } catch {
    return false;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function nameOf(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'function') return 'a function';
  return isObject(value) ? 'an object' : (JSON.stringify(value) ?? 'undefined');
}
