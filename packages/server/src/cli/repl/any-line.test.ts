import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyText } from '../__fixtures__/any-text.ts';
import { startRecordingServer } from '../__fixtures__/recording-server.ts';
import { testTerminal } from '../__fixtures__/test-terminal.ts';
import { REPL_COMMANDS } from './commands/repl-commands.ts';
import { startClient } from './start-client.ts';

const word = fc.oneof(
  anyText.map((text) => text.replaceAll(/[\r\n\u2028\u2029\u0085]/g, ' ')),
  fc.constantFrom('-s', '-tid', '-k', '{}', '[]', '"', "'", '\\', '--', '-v', '-h', '-rf', 'x@y', '@none'),
);
const name = fc.constantFrom('help', '?', ...REPL_COMMANDS.flatMap(({ names }) => names));
const line = fc
  .tuple(fc.oneof(name, word), fc.array(word, { maxLength: 4 }))
  .map(([first, rest]) => [first, ...rest].join(' '));

test('the prompt survives whatever is typed, and prints no terminal control sequence', async () => {
  // Every request is refused, with a text that would like to be more than that.
  await using server = await startRecordingServer(() => ({ status: 400, json: { detail: 'no \u001B]0;title\u0007' } }));
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 8 }), async (lines) => {
      const typed = lines.filter((each) => !/^\s*(exit|quit)\s*$/.test(each));
      const terminal = testTerminal({ environment: { MAIL_API_KEY: 'key' } });
      terminal.input.end([...typed, 'nobody-knows-this'].join('\n'));
      expect(await startClient(server.url, {}, terminal)).toBe(1);
      expect(terminal.complained()).toContain("There is no command 'nobody-knows-this'.");
      expect(terminal.said() + terminal.complained()).not.toMatch(/[^\P{Cc}\n\t]/u);
    }),
    { numRuns: process.env.TEST_FULL === '1' ? 500 : 25 },
  );
});
