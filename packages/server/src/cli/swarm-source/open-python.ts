import { dirname, resolve } from 'node:path';
import { PythonBridge, type PythonEvent } from '@posthouse/runtime';
import type { ConfigValues } from '../../config/settings.ts';
import type { Logger } from '../../logging/logger.ts';
import { readSource, type SwarmValues, toSwarmEnvironment } from './swarm-environment.ts';

type PythonValues = Pick<ConfigValues, 'python'> & SwarmValues;

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
  const text = readSource(source);
  const python = new PythonBridge({
    python: values.python,
    // The reference finds the code of a swarm beside its file, or where the server was started.
    folders: [...new Set([dirname(source), folder])],
    environment: toSwarmEnvironment(values, text),
    onEvent: (event) => tell(event, options),
  });
  if (PYTHON_NAME.test(text)) python.start();
  return python;
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
