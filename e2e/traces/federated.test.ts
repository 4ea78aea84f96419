import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { toTimeline } from '../../examples/scripting/timeline.ts';
import type { Boss } from '../federation/__fixtures__/country.ts';
import { calls, finish, request, respond, wait } from '../federation/__fixtures__/turns.ts';
import { useCountry } from '../federation/__fixtures__/use-country.ts';
import type { WrittenSpan } from './__fixtures__/spans-to-file.ts';

const country = useCountry(['alpha', 'beta'], {
  preload: new URL('__fixtures__/spans-to-file.ts', import.meta.url).href,
});
const alpha = () => country().town('alpha');
const TRACE = /^00-([\da-f]{32})-[\da-f]{16}-01$/;

/**
 * The spans of a trace, of all processes, once nobody refers to a span that is not there, apart from those that are known to
 * be lost.
 */
async function spansOf(traceId: string, { lost }: { lost: number }): Promise<WrittenSpan[]> {
  return vi.waitFor(
    async () => {
      const text = await readFile(join(country().folder, 'spans.jsonl'), 'utf8');
      const lines = text.split('\n').filter((line) => line !== '');
      const spans = lines.map((line) => JSON.parse(line) as WrittenSpan).filter((span) => span.traceId === traceId);
      const ids = new Set(spans.map(({ id }) => id));
      const runs = spans.filter(({ attributes }) => attributes['posthouse.run.outcome'] === 'complete');
      expect(runs.map(({ town }) => town).toSorted()).toEqual(['alpha', 'beta']);
      expect(new Set(spans.flatMap(({ parent }) => (ids.has(parent!) ? [] : [parent]))).size).toBe(lost);
      return spans;
    },
    { timeout: 60_000 },
  );
}

/** The tree below a span, with the town that each of them is from. */
function toOutline(spans: readonly WrittenSpan[], parent: string, depth = 0): string[] {
  return spans
    .filter((span) => span.parent === parent)
    .toSorted((one, other) => one.startedAt - other.startedAt)
    .flatMap((span) => [`${'  '.repeat(depth)}${span.name} (${span.town})`, ...toOutline(spans, span.id, depth + 1)]);
}

const asker: Boss = (scripted) => {
  const events = toTimeline(scripted);
  const answer = events.find((event) => event.kind === 'mail' && event.subject === 'Re: Depth');
  if (answer?.kind === 'mail') return calls(finish(`beta says: ${answer.body}`));
  const hasAsked = events.some((event) => event.kind === 'call' && event.name === 'send_request');
  return hasAsked ? calls(wait()) : calls(request('beta', 'Depth', 'How deep is the sea?'));
};
const teller: Boss = () => calls(respond('alpha', 'Re: Depth', 'very'), finish('told'));

/** Trace and span of a caller who is none of ours. */
const caller = (digit: string) => ({ traceId: digit.repeat(32), spanId: digit.repeat(16) });
const ask = (taskId: string, { traceId, spanId }: ReturnType<typeof caller>) =>
  alpha().call('/message', {
    body: { task_id: taskId, body: 'go' },
    headers: { traceparent: `00-${traceId}-${spanId}-01` },
  });
const ended = async (taskId: string): Promise<void> =>
  vi.waitFor(async () => expect((await alpha().entries(taskId)).at(-1)?.type).toBe('run-ended'), { timeout: 60_000 });

test("one trace leads from the caller's request through both servers to their models and back", async () => {
  country().plot = { alpha: asker, beta: teller };
  const { traceId, spanId } = caller('a');
  const { body } = await ask('depth', { traceId, spanId });
  expect(body.response).toBe('beta says: very');
  expect(await country().settle()).toEqual([]);
  // Only the span of the caller is none of ours.
  const spans = await spansOf(traceId, { lost: 1 });

  const outline = toOutline(spans, spanId);
  expect(outline).toHaveLength(spans.length);
  expect(outline.slice(0, 13)).toEqual([
    'POST /message (alpha)',
    '  post alpha (alpha)',
    '    invoke_workflow alpha (alpha)',
    '      invoke_agent boss (alpha)',
    '        chat openai-compatible/alpha (alpha)',
    '        send beta (alpha)',
    '          POST /interswarm/forward (beta)',
    '            receive beta (beta)',
    '              invoke_workflow beta (beta)',
    '                invoke_agent boss (beta)',
    '                  chat openai-compatible/beta (beta)',
    '                  send alpha (beta)',
    '                    POST /interswarm/back (alpha)',
  ]);
  // The turn that reads the answer of beta was caused by the letter that brought it.
  const letter = spans.find((span) => span.name === 'receive alpha' && span.town === 'alpha');
  const reader = spans.find((span) => span.name === 'invoke_agent boss' && span.links.includes(letter!.id));
  expect(reader).toMatchObject({ town: 'alpha', attributes: { 'gen_ai.conversation.id': 'depth' } });

  const chats = spans.filter((span) => span.name.startsWith('chat ')).map(({ id }) => id);
  const asked = country().llm.requests.map(({ headers }) => headers.traceparent?.split('-')[2]);
  expect(asked.toSorted()).toEqual(chats.toSorted());
  expect(JSON.stringify(spans)).not.toMatch(/sea|very|told/);
});

test('a killed run continues in the same trace when its server is back', async () => {
  const asked = Promise.withResolvers<void>();
  let times = 0;
  country().plot = {
    alpha: (scripted) => {
      times += 1;
      if (times > 1) return asker(scripted);
      asked.resolve();
      return new Promise<never>(() => undefined);
    },
    beta: teller,
  };
  const { traceId, spanId } = caller('b');
  const broken = ask('killed', { traceId, spanId }).catch(() => undefined);
  await asked.promise;
  await alpha().kill();
  await broken;
  await alpha().start();
  await ended('killed');
  expect(await country().settle()).toEqual([]);

  const spans = await spansOf(traceId, { lost: 1 });
  // The request that was cut off left no span; what it had brought about by then did, and everything else refers to that.
  const post = spans.find(({ name }) => name === 'post alpha')!;
  const [run, ...others] = spans.filter(({ name }) => name === 'invoke_workflow alpha');
  expect(others).toEqual([]);
  expect(run!.parent).toBe(post.id);
  expect(run!.process).not.toBe(post.process);
  expect(toOutline(spans, post.id).slice(0, 6)).toEqual([
    'invoke_workflow alpha (alpha)',
    '  invoke_agent boss (alpha)',
    '    chat openai-compatible/alpha (alpha)',
    '    send beta (alpha)',
    '      POST /interswarm/forward (beta)',
    '        receive beta (beta)',
  ]);
  expect(toOutline(spans, post.id)).toHaveLength(spans.length - 1);
  const requests = country().llm.requests.map(({ headers }) => TRACE.exec(headers.traceparent ?? '')?.[1]);
  expect(requests.filter((each) => each === traceId).length).toBeGreaterThan(2);
});
