import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { EXIT } from '../exit-code.ts';
import { print, type Terminal } from '../terminal/terminal.ts';
import { toDesktopEntry } from './to-desktop-entry.ts';
import { toInstructions } from './to-instructions.ts';

/** What freedesktop.org has for telling a desktop who opens what. */
const TOOL = 'xdg-mime';

export type RegisterOptions = { dryRun?: boolean; platform?: string };

/** Has the system open `swarm://` links with this program, or tells how. */
export async function registerLinks(terminal: Terminal, options: RegisterOptions = {}): Promise<number> {
  const { dryRun = false, platform = process.platform } = options;
  const program = [process.execPath, process.argv[1] ?? terminal.program];
  if (platform !== 'linux') {
    print(terminal, toInstructions(platform, program));
    return EXIT.complete;
  }
  const { XDG_DATA_HOME: data } = terminal.environment;
  const folder = data === undefined || data === '' ? join(terminal.home, '.local/share') : data;
  const file = join(folder, 'applications/mail-swarm.desktop');
  const entry = toDesktopEntry(program);
  if (dryRun) {
    print(terminal, `${file} would have:\n\n${entry}`);
    return EXIT.complete;
  }
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, entry);
  print(terminal, `Wrote ${file}.`);
  const asked = await askSystem(terminal);
  print(
    terminal,
    asked
      ? 'swarm:// links now open with this program.'
      : `${TOOL} was not found; if links do not open, run: ${TOOL} default mail-swarm.desktop x-scheme-handler/swarm`,
  );
  return EXIT.complete;
}

async function askSystem({ environment }: Terminal): Promise<boolean> {
  const child = spawn(TOOL, ['default', 'mail-swarm.desktop', 'x-scheme-handler/swarm'], {
    env: environment as NodeJS.ProcessEnv,
    stdio: 'ignore',
  });
  try {
    const [code] = (await once(child, 'close')) as [number | null];
    return code === 0;
  } catch {
    return false;
  }
}
