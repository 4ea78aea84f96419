import { spawn } from 'node:child_process';

/** The command that opens a page, by operating system. */
export function browserCommand(platform: NodeJS.Platform, url: string): [string, string[]] {
  if (platform === 'darwin') return ['open', [url]];
  // `start` is a word of the shell, and its first quoted argument is a title.
  if (platform === 'win32') return ['cmd', ['/c', 'start', '""', url.replaceAll('&', '^&')]];
  return ['xdg-open', [url]];
}

/** Opens a page in the browser of whoever sits there. Where there is none, nothing happens. */
export function openBrowser(url: string): void {
  const [command, words] = browserCommand(process.platform, url);
  const child = spawn(command, words, { stdio: 'ignore', detached: true });
  child.on('error', () => undefined);
  child.unref();
}
