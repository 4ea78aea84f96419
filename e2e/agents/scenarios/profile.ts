import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { JSONObject } from '@posthouse/protocol';
import type { ScriptedToolCall } from '@posthouse/runtime/scripted';
import type { AnyAgentAdapter, OpenOptions } from '../../../packages/agents/src/agent-adapter.ts';

/** Where the agent programs are installed. */
export const PROGRAMS_FOLDER = join(import.meta.dirname, '..');

/** What the scenarios must know about an agent program to be played on it. */
export interface ProgramProfile {
  /** The adapter's name, with the package behind it where there are several. */
  readonly name: string;
  readonly adapter: AnyAgentAdapter;
  /** Where its recordings are kept, below the folder of the adapters. */
  readonly recordings: string;
  /** How a conversation is opened against the scripted model. */
  open(place: Place): OpenOptions;
  /** A call of its tool that runs a command. */
  shell(command: string): ScriptedToolCall;
  /** A call of the same that the user is asked about; the same call unless given. */
  readonly guarded?: (command: string) => ScriptedToolCall;
  /** What it does not tell piece by piece: what it says, what its commands print. */
  readonly tellsLate?: readonly ('text' | 'output')[];
  /** A call that fails inside the agent program. */
  failing: ScriptedToolCall;
  /** A call of its tool that starts an agent inside the agent; undefined where there is none. */
  delegate?(prompt: string): ScriptedToolCall;
  /** The call that waits for what it has started, where that is a call of its own. */
  collect?(results: readonly string[]): ScriptedToolCall | undefined;
  /** A call of its tool that searches the web through the model server; undefined where there is none. */
  search?(query: string): ScriptedToolCall;
  /** How it is asked for an answer of a given shape, and the call that gives it; undefined where it cannot be. */
  structured?(answer: JSONObject, schema: JSONObject): { options: JSONObject; call: ScriptedToolCall };
  /** Whether a request to the model comes from an agent inside the agent. */
  isNested?(texts: string): boolean;
  /** What else a recording must not contain. */
  readonly scrub?: {
    readonly patterns?: readonly (readonly [RegExp, string])[];
    readonly ids?: readonly RegExp[];
    readonly without?: readonly string[];
  };
  /** How often a request that fails is sent again before the agent program gives up; Infinity if longer than a test may take. */
  readonly retries: number;
  /** Whether it has no process of its own. */
  readonly isInProcess?: boolean;
  /** What the agent program does by itself when an answer breaks off in the middle. */
  readonly dropped: 'retries' | 'fails';
}

export interface Place {
  /** A fresh folder. */
  readonly folder: string;
  /** The scripted model, without `/v1`. */
  readonly url: string;
  readonly permission: 'ask' | 'allow';
}

/** Variables that keep what an agent program stores inside the folder. */
export function homeIn(folder: string): Record<string, string> {
  const home = join(folder, 'home');
  mkdirSync(home, { recursive: true });
  return {
    HOME: home,
    XDG_DATA_HOME: join(home, 'data'),
    XDG_CONFIG_HOME: join(home, 'config'),
    XDG_STATE_HOME: join(home, 'state'),
    XDG_CACHE_HOME: join(home, 'cache'),
  };
}

/** The folder the agent works in. */
export function workIn(folder: string): string {
  const work = join(folder, 'work');
  mkdirSync(work, { recursive: true });
  return work;
}
