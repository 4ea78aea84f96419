import { mkdir, readFile, realpath, writeFile } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import type { PiTool, PiToolResult } from './pi-tool.ts';
import { runShell } from './run-shell.ts';

export interface WorkspaceOptions {
  /** The folder that may be read and written. */
  readonly cwd: string;
  /** Variables for commands. */
  readonly env: Readonly<Record<string, string>>;
}

/** The longest file that is read whole; models cannot read longer ones anyway. */
const MAX_FILE = 256 * 1024;

/** The names of tools that change nothing. */
export const READING_TOOLS: ReadonlySet<string> = new Set(['read']);

/** What pi can do in the folder of a session: read and write files, run commands. pi itself has no tools. */
export function workspaceTools({ cwd, env }: WorkspaceOptions): PiTool[] {
  return [
    {
      name: 'read',
      label: 'Read a file',
      description: 'Reads a text file of the working folder.',
      parameters: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
      async execute(_, { path }: { path: string }) {
        const text = await readFile(await insideOf(cwd, path), 'utf8');
        return toResult(
          text.length > MAX_FILE ? `${text.slice(0, MAX_FILE)}\n[${text.length - MAX_FILE} more characters]` : text,
        );
      },
    },
    {
      name: 'write',
      label: 'Write a file',
      description: 'Writes a text file of the working folder, replacing what it contained.',
      parameters: {
        type: 'object',
        properties: { path: { type: 'string' }, content: { type: 'string' } },
        required: ['path', 'content'],
      },
      async execute(_, { path, content }: { path: string; content: string }) {
        const file = await insideOf(cwd, path);
        await mkdir(dirname(file), { recursive: true });
        await writeFile(file, content);
        return toResult(`Wrote ${content.length} characters to ${path}.`);
      },
    },
    {
      name: 'bash',
      label: 'Run a command',
      description: 'Runs a command in the working folder and gives what it prints.',
      parameters: { type: 'object', properties: { command: { type: 'string' } }, required: ['command'] },
      async execute(_, { command }: { command: string }, signal, onUpdate) {
        const { code, output } = await runShell({
          command,
          cwd,
          env,
          signal,
          onOutput: (text) => onUpdate?.(toResult(text)),
        });
        if (code !== 0) throw new Error(`${output}\nThe command ended with code ${code}.`.trim());
        return toResult(output, { exitCode: code });
      },
    },
  ];
}

/** The file behind a path of the model's. Links are followed first, so that none leads out of the folder. */
async function insideOf(cwd: string, path: string): Promise<string> {
  const root = await realpath(cwd);
  const wanted = resolve(root, path);
  const real = await nearestReal(wanted);
  const way = relative(root, real);
  if (way === '..' || way.startsWith('../') || isAbsolute(way))
    throw new Error(`${path} is outside the working folder.`);
  return real;
}

/** The path with the links in it resolved, as far as it exists. */
async function nearestReal(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(await nearestReal(parent), relative(parent, path));
  }
}

function toResult(text: string, details: unknown = undefined): PiToolResult {
  return { content: [{ type: 'text', text }], details };
}
