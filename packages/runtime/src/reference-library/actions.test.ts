import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { runExample } from './__fixtures__/run-example.ts';
import { referenceLibrary } from './reference-library.ts';

const actions = Object.values(referenceLibrary.actions);

/** Inputs of the right shape for each action, up to what is hostile but allowed. */
const text = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.constantFrom('__proto__', 'constructor', '\0', '𝒳'.repeat(500)),
);
/**
 * Names of columns. Node 24.21 reads the JSON key "\n" as "\\" when it has read the latter at the same place of an object before,
 * so that nothing with both comes through `JSON.parse` unchanged.
 */
const cell = text.map((written) => written.replaceAll('\\', '/'));
const number = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(0, -0, 1e308, 5e-324, -1e308),
);
const count = fc.integer({ min: 1, max: 30 });
const source = fc.record(
  { title: text, author: text, year: fc.integer({ min: 0, max: 9999 }), url: text },
  { requiredKeys: ['title'] },
);

const INPUTS: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  get_weather_forecast: fc.record({ location: text, days_ahead: count, metric: fc.boolean() }),
  calculate_expression: fc.record({ expression: text, precision: fc.integer({ min: 0, max: 12 }) }),
  search_faq: fc.record({ query: text, max_results: fc.integer({ min: 1, max: 10 }) }),
  classify_ticket: fc.record({ text }),
  analyze_sentiment: fc.record({ text }),
  create_escalation: fc.record({ ticket_id: text, reason: text, priority: fc.constantFrom('high', 'urgent') }),
  generate_sample_data: fc.record({ dataset: fc.constantFrom('sales', 'users', 'inventory', 'weather'), rows: count }),
  parse_csv: fc.record({
    data: fc.oneof(
      cell,
      fc.array(fc.array(cell), { maxLength: 5 }).map((rows) => rows.map((row) => row.join(',')).join('\n')),
    ),
  }),
  calculate_statistics: fc.record({ data: fc.array(number, { minLength: 1 }) }),
  run_correlation: fc.record({ x: fc.array(number), y: fc.array(number) }),
  format_report: fc.record({
    title: text,
    sections: fc.array(
      fc.record({
        heading: text,
        content: fc.oneof(text, fc.array(fc.dictionary(text, fc.jsonValue())), fc.dictionary(text, fc.jsonValue())),
      }),
      { minLength: 1, maxLength: 5 },
    ),
  }),
  search_topic: fc.record({ query: text, source: fc.constantFrom('wikipedia', 'academic', 'news', 'general') }),
  extract_facts: fc.record({ text }),
  verify_claim: fc.record({ claim: text, sources: fc.array(text) }),
  rate_confidence: fc.record({ claim: text, evidence: fc.array(fc.record({ source: text, content: text })) }),
  summarize_text: fc.record({ text, max_length: fc.integer({ min: 20, max: 1000 }) }),
  create_bibliography: fc.record({
    sources: fc.array(source, { minLength: 1 }),
    style: fc.constantFrom('apa', 'mla', 'chicago', 'simple'),
  }),
};

test('every action has sample inputs in this file', () => {
  expect(Object.keys(INPUTS).toSorted()).toEqual(actions.map(({ name }) => name).toSorted());
});

describe.each(actions.map((action) => [action.name, action] as const))('the action %s', (name, action) => {
  test('describes an object to models', () => {
    const schema = z.toJSONSchema(action.parameters as z.ZodType, { io: 'input' });
    expect(schema).toMatchObject({ type: 'object' });
    // Some providers drop this, with a warning at every call.
    expect(JSON.stringify(schema)).not.toContain('propertyNames');
    expect(Object.keys(schema.properties ?? {}).every((key) => /^[a-z_]+$/.test(key))).toBe(true);
    expect(action.description).toMatch(/^[A-Z].*\.$/);
    expect(action.idempotent).toBe(true);
  });

  test('answers valid input with JSON, and the same again', async () => {
    await fc.assert(
      fc.asyncProperty(INPUTS[name]!, async (input) => {
        const parsed = (action.parameters as z.ZodType).safeParse(input);
        fc.pre(parsed.success);
        const output = await runExample(action, input);
        expect(output === undefined || Number.isNaN(output)).toBe(false);
        expect(JSON.parse(JSON.stringify(output))).toEqual(output);
        // A report says when it was made; everything else does not know what time it is.
        const again = await runExample(action, input);
        expect(name === 'format_report' ? undefined : again).toEqual(name === 'format_report' ? undefined : output);
      }),
    );
  });

  test('refuses invalid input without breaking', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (input) => {
        const outcome = await runExample(action, input).catch((error: { code?: string }) => error.code);
        expect(outcome).toBe('action_failed');
      }),
    );
  });
});
