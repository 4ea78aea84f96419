import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCommand } from './process/run-command.ts';
import { repositoryRoot } from './workspace/read-workspace.ts';

function startWithNode(version: string) {
  const pretend = `Object.defineProperty(process.versions, 'node', { value: '${version}' })`;
  const load = `require('./scripts/require-node.cjs')`;
  return runCommand(process.execPath, ['--eval', `${pretend}; ${load}`], { directory: repositoryRoot });
}

describe('require-node', () => {
  it.each(['24.0.0', '25.1.0', '100.0.0'])('lets Node %s pass in silence', async (version) => {
    expect(await startWithNode(version)).toMatchObject({ code: 0, output: '' });
  });

  it.each(['8.17.0', '20.20.2', '23.11.0'])('stops Node %s with one sentence', async (version) => {
    const { code, output } = await startWithNode(version);
    expect(code).toBe(1);
    expect(output).toContain(`Posthouse needs Node 24 or newer, but this is Node ${version}.`);
    expect(output.trim().split('\n')).toHaveLength(1);
  });

  it('guards every script', () => {
    const { scripts } = JSON.parse(readFileSync(join(repositoryRoot, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    const guard = 'node scripts/require-node.cjs';
    const commands = Object.keys(scripts).filter((name) => scripts[name] !== guard);
    expect(commands).toContain('test');
    for (const name of commands) expect(scripts, name).toHaveProperty([`pre${name}`], guard);
  });
});
