import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { PythonBridge, type PythonEvent } from '@posthouse/runtime';
import type { ConfigValues } from '../../config/settings.ts';
import type { Logger } from '../../logging/logger.ts';

type PythonValues = Pick<ConfigValues, 'python' | 'swarmSource'> &
  Partial<Pick<ConfigValues, 'host' | 'port' | 'publicURL' | 'swarmName' | 'swarmRegistry'>>;

export type OpenPythonOptions = {
  folder: string;
  logger?: Logger;
  /** Gets what the code prints, where there is no log for it. */
  onPrinted?: (text: string) => void;
  onStarted?: (version: string, executable: string) => void;
};

/** Names of the reference that we have ourselves need no Python; they all begin with `mail.`. */
const PYTHON_NAME = /"python::(?!mail\.)|"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*:[A-Za-z_]/;

/**
 * The Python of a swarm source. If the source names Python code, it starts at once, beside everything else that a server does
 * at its start.
 */
export function openPython(values: PythonValues, options: OpenPythonOptions): PythonBridge {
  const { folder } = options;
  const source = resolve(folder, values.swarmSource);
  const text = source.endsWith('.json') && existsSync(source) ? readFileSync(source, 'utf8') : '';
  const python = new PythonBridge({
    python: values.python,
    // The reference finds the code of a swarm beside its file, or where the server was started.
    folders: [...new Set([dirname(source), folder])],
    environment: toEnvironment({ ...values, swarmName: values.swarmName ?? firstName(text) }),
    onEvent: (event) => tell(event, options),
  });
  if (PYTHON_NAME.test(text)) python.start();
  return python;
}

/** The swarm that requests get when they name none. What is wrong with the file is told by whoever loads it. */
function firstName(text: string): string | undefined {
  try {
    const [first] = [JSON.parse(text) as { name?: unknown }[] | { name?: unknown }].flat();
    return typeof first?.name === 'string' ? first.name : undefined;
  } catch {
    return undefined;
  }
}

/** What the reference's server leaves in the environment for the code of its swarm. */
export function toEnvironment(values: PythonValues): Record<string, string> {
  const { swarmName, swarmSource, swarmRegistry, publicURL, host = '127.0.0.1', port } = values;
  const own = port === undefined || port === 0 ? undefined : `http://${host}:${port}`;
  const baseURL = process.env.BASE_URL || publicURL || own;
  return {
    SWARM_SOURCE: swarmSource,
    ...(swarmName === undefined ? {} : { SWARM_NAME: swarmName }),
    ...(swarmRegistry === undefined ? {} : { SWARM_REGISTRY_FILE: swarmRegistry }),
    ...(baseURL === undefined ? {} : { BASE_URL: baseURL }),
  };
}

function tell(event: PythonEvent, { logger, onPrinted, onStarted }: OpenPythonOptions): void {
  switch (event.kind) {
    case 'started':
      onStarted?.(event.version, event.executable);
      return logger?.info('Python is ready', { version: event.version, executable: event.executable });
    case 'printed':
      onPrinted?.(event.text);
      return logger?.info('Python code printed', { stream: event.stream, text: event.text });
    case 'raised':
      return logger?.warn('Python code raised an exception', { name: event.name, traceback: event.traceback });
    case 'ended':
      return logger?.error('the Python process has ended; what ran in it has an unknown outcome', {
        reason: event.reason,
      });
  }
}
