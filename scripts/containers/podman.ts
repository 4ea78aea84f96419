import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../process/run-command.ts';
import { repositoryRoot } from '../workspace/read-workspace.ts';

/** Debian's packages of what builds images, starts containers, and makes images to begin from. */
export const PACKAGES = [
  'podman',
  'podman-compose',
  'buildah',
  'runc',
  'netavark',
  'aardvark-dns',
  'iptables',
  'debootstrap',
];

/** Runs podman and gives what it printed; throws when it fails. */
export function podman(words: readonly string[]): Promise<string> {
  return runWithPodman('podman', words);
}

/** The same for a command that may call podman. */
export async function runWithPodman(command: string, words: readonly string[]): Promise<string> {
  const { code, stdout, output } = await runCommand(command, words, { directory: repositoryRoot, env: settings() });
  if (code !== 0) throw new Error(`${command} ${words.join(' ')} ended with ${code}:\n${output}`);
  return stdout.trim();
}

let file: string | undefined;

/**
 * Containers get the limits that this process has: raising them takes a right that machines which are containers or
 * small virtual machines themselves often lack. runc knows every layout of control groups.
 */
function settings(): Record<string, string> {
  if (file === undefined) {
    const limits = readFileSync('/proc/self/limits', 'utf8');
    const hard = (name: string): string => new RegExp(`^${name} +\\S+ +(\\d+)`, 'm').exec(limits)?.[1] ?? '4096';
    file = join(mkdtempSync(join(tmpdir(), 'posthouse-containers-')), 'containers.conf');
    const ulimits = [`nofile=1024:${hard('Max open files')}`, `nproc=4096:4096`];
    writeFileSync(
      file,
      `[containers]\ndefault_ulimits = ${JSON.stringify(ulimits)}\n[engine]\nruntime = "runc"\ncgroup_manager = "cgroupfs"\nevents_logger = "file"\n`,
    );
  }
  return { CONTAINERS_CONF: file };
}
