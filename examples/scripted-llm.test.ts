import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';

async function run(environment: Record<string, string | undefined> = {}) {
  const { NO_COLOR: _no, FORCE_COLOR: _force, ...inherited } = process.env;
  const child = spawn(process.execPath, [join(import.meta.dirname, 'scripted-llm.ts')], {
    env: { ...inherited, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, complaint, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { output, complaint, code: code as number };
}

const conversation = `reasoning The stages have to be added up. I have a tool for that.
call      add({"miles":[18,24,15]})
result    57
text      The three stages make 57 miles, so the letter needs two days and three fresh horses.
`;

describe('the scripted LLM demonstration', () => {
  it('shows the same conversation over both wire formats, and exits with success', async () => {
    const { output, complaint, code } = await run();
    expect({ code, complaint }).toEqual({ code: 0, complaint: '' });
    expect(output.replace(/127\.0\.0\.1:\d+/g, 'HERE')).toBe(`
OpenAI Responses at http://HERE
${conversation}
Anthropic Messages at http://HERE
${conversation}
Shown: 4 requests over two real wire formats, reasoning, a tool call and text, with no network.
Next: docs/testing.md shows how to test your own agent this way, errors and dropped connections included.
`);
  });

  it('uses colours where they are wanted, and only there', async () => {
    const [plain, coloured, refused] = await Promise.all([run(), run({ FORCE_COLOR: '1' }), run({ NO_COLOR: '1' })]);
    expect(stripVTControlCharacters(plain.output)).toBe(plain.output);
    expect(stripVTControlCharacters(refused.output)).toBe(refused.output);
    expect(stripVTControlCharacters(coloured.output)).not.toBe(coloured.output);
  });
});
