import { describe, expect, it } from 'vitest';
import { CommandLineError } from './command-line.ts';
import { llmUsage, parseLLMCommand } from './llm-command.ts';

describe('parseLLMCommand', () => {
  it('reads where to listen and what to play', () => {
    expect(parseLLMCommand(['--script', 'a.ts', '--port', '4010'])).toEqual({
      type: 'serve',
      script: 'a.ts',
      port: 4010,
      host: '127.0.0.1',
    });
    expect(parseLLMCommand(['--port=0', '--script=a.ts', '--host=0.0.0.0'])).toMatchObject({
      port: 0,
      host: '0.0.0.0',
    });
  });

  it.each([['--help'], ['-h'], ['--help', '--port', 'x']])('asks for help with %s', (...words) => {
    expect(parseLLMCommand(words)).toEqual({ type: 'help' });
  });

  it.each<[string[], string]>([
    [[], 'Name the script to play: --script file.ts'],
    [['--script', 'a.ts'], 'Name the port to listen on: --port 4010 (or 0 for a free port)'],
    [['--script', 'a.ts', '--port', 'x'], "--port must be a number from 0 to 65535, not 'x'."],
    [['--script', 'a.ts', '--port', '-1'], "Option '--port' argument is ambiguous."],
    [['--script', 'a.ts', '--port=-1'], "--port must be a number from 0 to 65535, not '-1'."],
    [['--script', 'a.ts', '--port', '65536'], "--port must be a number from 0 to 65535, not '65536'."],
    [['--script', 'a.ts', '--port', '1.5'], "--port must be a number from 0 to 65535, not '1.5'."],
    [['--script', 'a.ts', '--prot', '1'], "Unknown option '--prot'"],
    [['--script'], "Option '--script <value>' argument missing"],
    [['a.ts'], "Unexpected argument 'a.ts'"],
  ])('refuses %j with a sentence', (words, sentence) => {
    expect(() => parseLLMCommand(words)).toThrow(CommandLineError);
    expect(() => parseLLMCommand(words)).toThrow(sentence);
  });

  it('names every flag in its usage', () => {
    for (const flag of ['--script', '--port', '--host', '--help']) expect(llmUsage).toContain(flag);
  });
});
