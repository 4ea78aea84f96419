import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { EXIT } from '../exit-code.ts';
import { print, type Terminal } from '../terminal/terminal.ts';

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

/** A desktop entry that opens `swarm://` links with a command, as freedesktop.org describes it. */
export function toDesktopEntry(program: readonly string[]): string {
  return [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Posthouse',
    'Comment=Opens links to MAIL swarms',
    `Exec=${[...program.map(quote), 'client', '%u'].join(' ')}`,
    'Terminal=true',
    'NoDisplay=true',
    'MimeType=x-scheme-handler/swarm;',
    '',
  ].join('\n');
}

/** An argument of an Exec line. A percent sign would be a field code there. */
function quote(argument: string): string {
  const escaped = argument.replaceAll('%', '%%');
  if (/^[\w@%+=:,./-]+$/.test(escaped)) return escaped;
  // Once for the quoting of the argument, and once for the string that it stands in.
  return `"${escaped.replaceAll(/["`$\\]/g, String.raw`\$&`).replaceAll('\\', '\\\\')}"`;
}

/** How to open `swarm://` links by hand, where no file of ours could do it. */
export function toInstructions(platform: string, program: readonly string[]): string {
  const command = program.join(' ');
  if (platform === 'darwin') {
    return [
      'macOS opens links with applications only. To open swarm:// links in a terminal:',
      `  1. In Script Editor, make an application from:`,
      `     on open location link`,
      `       tell application "Terminal" to do script "${command} client " & quoted form of link`,
      `     end open location`,
      '  2. In its Info.plist, add the URL scheme "swarm" under CFBundleURLTypes.',
      '  3. Open the application once.',
    ].join('\n');
  }
  if (platform === 'win32') {
    return [
      'Windows keeps such links in the registry. In a command prompt:',
      String.raw`  reg add HKCU\Software\Classes\swarm /ve /d "URL:swarm" /f`,
      String.raw`  reg add HKCU\Software\Classes\swarm /v "URL Protocol" /f`,
      String.raw`  reg add HKCU\Software\Classes\swarm\shell\open\command /ve /d "cmd /k ${command} client \"%1\"" /f`,
    ].join('\n');
  }
  return `How this system opens links is not known here. Let it open swarm:// links with: ${command} client LINK`;
}
