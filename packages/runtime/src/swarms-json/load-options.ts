import type { AnyAction } from '../definitions/action.ts';
import type { PythonBridge } from '../python/python-bridge.ts';
import type { SwarmProblem } from '../definitions/swarm-problem.ts';

/** Actions and prompts by the names that swarm files give them. */
export type ReferenceLibrary = {
  actions: Readonly<Record<string, AnyAction>>;
  prompts: Readonly<Record<string, string>>;
};

export type LoadOptions = {
  /** Runs what `python::` names stand for, apart from those of MAIL's reference that we have ourselves. */
  python?: PythonBridge;
  /** Whether swarms that are not trusted may name Python code too, which can do anything. */
  allowsUntrustedPython?: boolean;
  /** Told of swarms that are left out because there is no Python here; without it, that is a problem like others. */
  onUnavailable?: (swarm: string, reason: string) => void;
  /**
   * What `python::` and `library::` names stand for. It is asked first; names of the reference's own library need none,
   * except for file actions, which need a folder to work in.
   */
  library?: ReferenceLibrary;
  /** Actions that agents may list by name although the file does not define them. */
  actions?: readonly AnyAction[];
  /** The folder that `module::` references stay in. */
  root?: string;
  /** False for swarms that come over the network: they may name only what is already loaded. */
  trusted?: boolean;
  /** Turns `url::` references on. It must refuse addresses that data may not reach. */
  fetchText?: (url: string) => Promise<string>;
  /** Loads only these swarms; the others are not checked. */
  names?: readonly string[];
  /** Called with warnings about harmless oddities, such as unknown keys. */
  onWarning?: (warning: SwarmProblem) => void;
};
