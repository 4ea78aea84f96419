import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { createContext, runInContext } from 'node:vm';
import { build, type Rolldown } from 'vite';
import { beforeAll, describe, expect, test } from 'vitest';
import { scenarios } from './__fixtures__/scenarios.ts';
import { completeSamples } from './__fixtures__/samples.ts';
import { mailFrameWire, mailMessageWire, toMailFrames } from './index.ts';

// zod is most of it; when this was written the script had 125 kB, 36 kB compressed.
const MAX_BYTES = 160_000;

/** The package as a browser gets it: one minified script without imports. */
async function bundle(): Promise<string> {
  const output = (await build({
    configFile: false,
    logLevel: 'silent',
    root: fileURLToPath(new URL('..', import.meta.url)),
    build: {
      write: false,
      minify: true,
      target: 'es2022',
      lib: { entry: fileURLToPath(new URL('index.ts', import.meta.url)), formats: ['iife'], name: 'posthouse' },
    },
  })) as Rolldown.RolldownOutput[];
  const chunks = output.flatMap((each) => each.output);
  expect(chunks).toHaveLength(1);
  return (chunks[0] as Rolldown.OutputChunk).code;
}

describe('the protocol in a browser', () => {
  let code = '';
  let page: object = {};

  beforeAll(async () => {
    code = await bundle();
    // A realm with nothing in it but the language itself: no process, no Buffer, no require, not even a console.
    page = createContext({ posthouse: undefined, input: undefined });
    runInContext(code, page);
  });

  const run = (expression: string, input: unknown): unknown => {
    const text = JSON.stringify(JSON.stringify(input));
    return JSON.parse(runInContext(`input = JSON.parse(${text}); JSON.stringify(${expression})`, page) as string);
  };

  test(`the protocol bundles to one script of less than ${MAX_BYTES / 1000} kB without a trace of Node`, () => {
    expect(code.length).toBeLessThan(MAX_BYTES);
    expect(gzipSync(code).length).toBeLessThan(MAX_BYTES / 3);
    expect(code).not.toMatch(/node:|require\(|process\.|Buffer\b|__dirname/);
    expect(code).not.toMatch(/^\s*import\b/m);
  });

  test.each(completeSamples['mail-message'])('reads and writes a message: $msg_type', (sample) => {
    expect(run('posthouse.mailMessageWire.parse(input)', sample)).toEqual(mailMessageWire.parse(sample));
    expect(run('posthouse.mailMessageWire.emit(posthouse.mailMessageWire.parse(input).value)', sample)).toEqual(sample);
  });

  test('makes ids without crypto, as on pages without TLS', () => {
    const ids = run('Array.from({ length: 100 }, () => posthouse.newId())', null) as string[];
    expect(new Set(ids).size).toBe(100);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  test('reports problems as it does everywhere', () => {
    const attempt = '(() => { try { posthouse.mailMessageWire.parse(input) } catch (error) { return error } })()';
    expect(run(attempt, { msg_type: 'buffered' })).toMatchObject({
      code: 'invalid_input',
      details: [{ path: 'msg_type', received: 'the string "buffered"' }],
    });
  });

  test.each(scenarios)('shows a log: $name', ({ entries, taskId, swarm }) => {
    const project = 'input.entries.flatMap((entry) => posthouse.toMailFrames(entry, input.context))';
    const frames = run(`${project}.map((frame) => posthouse.mailFrameWire.emit(frame))`, {
      entries,
      context: { taskId, swarm },
    });
    const expected = entries.flatMap((entry) => toMailFrames(entry, { taskId, swarm }));
    expect(frames).toEqual(expected.map((frame) => mailFrameWire.emit(frame)));
  });
});
