import type { RequestProperties, TextExpectation } from '../expectation.ts';
import type { ScriptedRequest, ScriptedToolChoice } from '../scripted-request.ts';
import { quote } from './describe-request.ts';

export interface Mismatch {
  readonly property: string;
  readonly expected: string;
  readonly received: string;
}

/** Everything about the request that is not as expected. */
export function findMismatches(expected: RequestProperties, request: ScriptedRequest): Mismatch[] {
  return Object.entries(comparisons).flatMap(([property, compare]) => {
    const mismatch = compare(expected, request);
    return mismatch === undefined ? [] : [{ property, ...mismatch }];
  });
}

/** The mismatches, one under the other, expected above received. */
export function describeMismatches(mismatches: readonly Mismatch[]): string {
  return mismatches
    .map(({ property, expected, received }) => `  ${property}\n    expected: ${expected}\n    received: ${received}`)
    .join('\n');
}

type Comparison = (expected: RequestProperties, request: ScriptedRequest) => Omit<Mismatch, 'property'> | undefined;

const comparisons: { readonly [Property in keyof RequestProperties]-?: Comparison } = {
  dialect: (expected, request) => compareText(expected.dialect, request.dialect),
  model: (expected, request) => compareText(expected.model, request.model),
  stream: (expected, request) => compareText(expected.stream?.toString(), request.stream.toString()),
  system: (expected, request) => compareText(expected.system, request.system),
  lastUserText: (expected, request) => compareText(expected.lastUserText, lastUserText(request)),
  toolResults: (expected, request) => compareTexts(expected.toolResults, lastToolResults(request)),
  tools: (expected, request) =>
    compareTexts(expected.tools?.toSorted(), request.tools.map((tool) => tool.name).toSorted()),
  toolChoice: (expected, request) => compareText(choiceText(expected.toolChoice), choiceText(request.toolChoice)),
};

function compareText(expected: TextExpectation | undefined, received: string): ReturnType<Comparison> {
  if (expected === undefined || matches(expected, received)) return undefined;
  return { expected: show(expected), received: quote(received) };
}

function compareTexts(
  expected: readonly TextExpectation[] | undefined,
  received: readonly string[],
): ReturnType<Comparison> {
  if (expected === undefined) return undefined;
  if (expected.length === received.length && expected.every((each, at) => matches(each, received[at] ?? ''))) {
    return undefined;
  }
  return { expected: expected.map(show).join(', ') || 'none', received: received.map(quote).join(', ') || 'none' };
}

// `search` starts at the beginning each time, where `test` would remember the position of a global pattern.
function matches(expected: TextExpectation, received: string): boolean {
  return typeof expected === 'string' ? expected === received : received.search(expected) >= 0;
}

function show(expected: TextExpectation): string {
  return typeof expected === 'string' ? quote(expected) : String(expected);
}

function lastUserText(request: ScriptedRequest): string {
  return request.messages.findLast((message) => message.role === 'user')?.text ?? '';
}

function lastToolResults(request: ScriptedRequest): string[] {
  return request.messages.at(-1)?.toolResults.map((result) => result.text) ?? [];
}

function choiceText(choice: ScriptedToolChoice): string;
function choiceText(choice: ScriptedToolChoice | undefined): string | undefined;
function choiceText(choice: ScriptedToolChoice | undefined): string | undefined {
  return typeof choice === 'object' ? `tool ${choice.tool}` : choice;
}
