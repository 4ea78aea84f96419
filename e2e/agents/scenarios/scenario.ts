import type { JSONObject } from '@posthouse/protocol';
import type { Script } from '@posthouse/runtime/scripted';
import type { ProgramProfile } from './profile.ts';

/** A conversation with an agent program, and how its user behaves. */
export interface Scenario {
  readonly name: string;
  /** What the model answers. */
  readonly script: Script;
  /** What the user says, one run each. */
  readonly prompts: readonly string[];
  /** Everything is allowed unless given. */
  readonly permission?: 'ask' | 'allow';
  /** What the agent program is opened with instead of the options of its profile. */
  readonly options?: JSONObject;
  /** What the user answers when asked. */
  readonly answer?: { readonly approved: boolean; readonly reason?: string; readonly input?: unknown };
  /** The user stops the run as soon as an event contains this. */
  readonly stopAt?: RegExp;
  /** The user stops the run as soon as the agent has made this file with `touch`, and has said so. */
  readonly stopAtFile?: string;
  /** The user stops the run as soon as the model was asked. */
  readonly stopAtRequest?: boolean;
  /** Instead of a stop, all processes of the agent program are killed; only where a server is in between. */
  readonly kills?: boolean;
  /** Between the runs the session is closed, and resumed by its id. */
  readonly resume?: boolean;
}

/** Makes a scenario for an agent program; undefined where it cannot be played. */
export type ScenarioMaker = (profile: ProgramProfile) => Scenario | undefined;
