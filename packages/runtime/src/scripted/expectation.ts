import type { ScriptedDialect, ScriptedRequest, ScriptedToolChoice } from './scripted-request.ts';

/** A string must be equal, a pattern must occur. */
export type TextExpectation = string | RegExp;

/**
 * What a turn requires of its request: some of its properties, or a function that throws.
 *
 * @example
 * const turn = { text: '3', expect: { tools: ['add'], lastUserText: /1 and 2/ } };
 */
export type RequestExpectation = RequestProperties | ((request: ScriptedRequest) => void | PromiseLike<void>);

export interface RequestProperties {
  readonly dialect?: ScriptedDialect;
  readonly model?: TextExpectation;
  readonly stream?: boolean;
  readonly system?: TextExpectation;
  /** Text of the last message of the user. */
  readonly lastUserText?: TextExpectation;
  /** The texts of the results in the last message, when that is a tool message, in order. */
  readonly toolResults?: readonly TextExpectation[];
  /** The names of all tools offered, in any order. */
  readonly tools?: readonly string[];
  readonly toolChoice?: ScriptedToolChoice;
}
