import { createClient, RequestError } from '@posthouse/client';
import { healthWire, messageOf } from '@posthouse/protocol';
import { findConnection } from '../connection/find-connection.ts';
import { EXIT } from '../exit-code.ts';
import { Palette } from '../terminal/palette.ts';
import { print, type Terminal } from '../terminal/terminal.ts';
import { toPrintable } from '../terminal/to-printable.ts';
import { wantsColour } from '../terminal/wants-colour.ts';

export type PingOptions = { url?: string; seconds: number; json?: boolean };

/** Asks a server how it is, and tells it in one line. */
export async function pingServer(
  terminal: Terminal,
  { url: named, seconds, json = false }: PingOptions,
): Promise<number> {
  const { url } = await findConnection({ url: named }, terminal);
  const palette = new Palette(wantsColour(terminal.output, terminal.environment));
  const client = createClient({ baseURL: url, timeoutMs: seconds * 1000, retries: 0 });
  try {
    const health = await client.getHealth();
    const shown = `${palette.paint('green', '✓')} ${toPrintable(health.swarmName)} is ${toPrintable(health.status)}`;
    print(terminal, json ? JSON.stringify({ url, reachable: true, ...healthWire.emit(health) }) : shown);
    return EXIT.complete;
  } catch (error) {
    const reason = toReason(error, url);
    print(
      terminal,
      json
        ? JSON.stringify({ url, reachable: false, error: reason })
        : `${palette.paint('red', '✗')} ${toPrintable(reason)}`,
    );
    return EXIT.error;
  }
}

/** The words of MAIL's own command, so that scripts which look for them still work. */
function toReason(error: unknown, url: string): string {
  if (error instanceof RequestError && error.code !== 'not_a_mail_server') {
    return error.answered ? `Server returned ${error.status}` : `Cannot connect to ${url}`;
  }
  return `Error: ${messageOf(error)}`;
}
