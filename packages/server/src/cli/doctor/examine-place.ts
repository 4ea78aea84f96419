import { messageOf } from '@posthouse/protocol';
import type { ConfigValues } from '../../config/settings.ts';
import { loadConfig } from '../../config/load-config.ts';
import { openPython } from '../swarm-source/open-python.ts';
import { Palette } from '../terminal/palette.ts';
import { toPrintable } from '../terminal/to-printable.ts';
import { print, type Terminal } from '../terminal/terminal.ts';
import { wantsColour } from '../terminal/wants-colour.ts';
import { validateFiles } from '../validate/validate-files.ts';

/** Tells what a server that is started here would find: Node, a Python, and the swarms of its configuration. */
export async function examinePlace(flags: Readonly<Record<string, unknown>>, terminal: Terminal): Promise<number> {
  const { environment, folder } = terminal;
  const palette = new Palette(wantsColour(terminal.output, environment));
  const found = (text: string): void => print(terminal, `${palette.paint('green', '✓')} ${toPrintable(text)}`);
  const missing = (text: string): void => print(terminal, `${palette.paint('yellow', '–')} ${toPrintable(text)}`);
  const { values, warnings } = loadConfig({ flags, environment, folder });
  found(`Node ${process.versions.node}`);
  await findPython(values, folder).then(
    (python) => found(`Python ${python}`),
    (error: unknown) => missing(`${messageOf(error)} Only swarms that name Python code need it.`),
  );
  for (const warning of warnings) missing(warning);
  const { swarmSource, swarmLibrary: library, swarmFetchFrom: fetchFrom, python } = values;
  return validateFiles([swarmSource], terminal, { library, python, fetchFrom });
}

/** The Python that swarms would run in. Rejects with a sentence when there is none. */
async function findPython(values: ConfigValues, folder: string): Promise<string> {
  let started = '';
  const onStarted = (version: string, executable: string): void => {
    started = `${version} (${executable})`;
  };
  await using python = openPython(values, { folder, onStarted });
  await python.resolve('sys:version');
  return started;
}
