import { defined } from '@posthouse/protocol';
import { loadConfig } from '../../config/load-config.ts';
import { findConnection } from '../connection/find-connection.ts';
import { Palette } from '../terminal/palette.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { wantsColour } from '../terminal/wants-colour.ts';
import { runRepl } from './repl.ts';

export type ClientFlags = { config?: string; 'api-key'?: string; timeout?: number; verbose?: boolean; json?: boolean };

/** Opens the prompt on the server that is meant. */
export async function startClient(url: string | undefined, flags: ClientFlags, terminal: Terminal): Promise<number> {
  const { config, timeout, verbose, json = false, 'api-key': apiKey } = flags;
  const { values } = loadConfig({
    flags: {
      ...defined({ config, timeout, verbose }),
    },
    environment: terminal.environment,
    folder: terminal.folder,
  });
  const choice = { url, apiKey };
  const connection = await findConnection(choice, terminal);
  return runRepl({
    ...connection,
    terminal,
    palette: new Palette(wantsColour(terminal.output, terminal.environment)),
    timeoutMs: values.clientTimeout * 1000,
    verbose: values.clientVerbose,
    json,
  });
}
