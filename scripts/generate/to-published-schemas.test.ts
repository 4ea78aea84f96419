import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allCodecs, bodySamples } from '../../packages/protocol/src/__fixtures__/http-samples.ts';
import { judgedSamples } from '../../packages/protocol/src/__fixtures__/judged-samples.ts';
import { entryArbitrary } from '../../packages/protocol/src/__fixtures__/log-arbitraries.ts';
import { mailRules } from '../../packages/protocol/src/__fixtures__/mail-rules.ts';
import { dropNulls, mutantArbitrary } from '../../packages/protocol/src/__fixtures__/mutations.ts';
import {
  hasReference,
  listRecordedMessages,
  readReferenceJSON,
} from '../../packages/protocol/src/__fixtures__/reference.ts';
import { atLeast } from '../../packages/protocol/src/__fixtures__/runs.ts';
import { completeSamples, SAMPLE_TYPES, type SampleType } from '../../packages/protocol/src/__fixtures__/samples.ts';
import { MAX_ID_LENGTH } from '../../packages/protocol/src/id.ts';
import { mailMessageWire } from '../../packages/protocol/src/messages/mail-message.ts';
import { toPublishedSchemas } from './to-published-schemas.ts';

type Judge = (value: unknown) => boolean;

/** A schema as another program reads it. MAIL's formats are annotations, as they are by default in 2020-12. That a schema is one is tested below. */
const compile = (schema: object): Judge =>
  new Ajv2020({ validateFormats: false, meta: false, validateSchema: false }).compile(schema) as Judge;

const readPublished = (name: string): object =>
  JSON.parse(readFileSync(new URL(`../../packages/protocol/schemas/${name}.json`, import.meta.url), 'utf8')) as object;

const published = Object.fromEntries(SAMPLE_TYPES.map((type) => [type, compile(readPublished(type))])) as Record<
  SampleType,
  Judge
>;

/** The schemas of MAIL itself, when they are at hand. */
function compileOriginals(): Record<SampleType, Judge> {
  const ajv = new Ajv2020({ validateFormats: false, strict: false });
  const core = readReferenceJSON('spec/MAIL-core.schema.json') as { $id: string };
  ajv.addSchema(core);
  const interswarm = ajv.compile(readReferenceJSON('spec/MAIL-interswarm.schema.json') as object) as Judge;
  const definition = (name: string): Judge => ajv.compile({ $ref: `${core.$id}#/$defs/${name}` }) as Judge;
  return {
    'mail-address': definition('MAILAddress'),
    'mail-request': definition('MAILRequest'),
    'mail-response': definition('MAILResponse'),
    'mail-broadcast': definition('MAILBroadcast'),
    'mail-interrupt': definition('MAILInterrupt'),
    'mail-message': ajv.getSchema(core.$id) as Judge,
    'mail-interswarm-message': interswarm,
  };
}

/** Who knows better: always our own second writing of the rules, and the originals where they are. */
const oracles: [string, Record<SampleType, Judge>][] = [
  ['the rules of MAIL, written a second time', mailRules],
  ...(hasReference ? [['the original schemas', compileOriginals()] as [string, Record<SampleType, Judge>]] : []),
];

describe.each(oracles)('published schemas against %s', (_, oracle) => {
  test.each(judgedSamples)('judge $type as expected: $name (valid: $valid)', ({ type, value, valid }) => {
    expect({ oracle: oracle[type](value), published: published[type](value) }).toEqual({
      oracle: valid,
      published: valid,
    });
  });

  test.each(SAMPLE_TYPES)('judge %s the same on everything near a valid value', (type) => {
    const tally = { valid: 0, invalid: 0 };
    fc.assert(
      fc.property(mutantArbitrary(completeSamples[type]), (value) => {
        const expected = oracle[type](value);
        tally[expected ? 'valid' : 'invalid'] += 1;
        expect(published[type](value)).toBe(expected);
      }),
      atLeast(150),
    );
    // Agreement means something only if both answers came up often.
    expect(Math.min(tally.valid, tally.invalid) / (tally.valid + tally.invalid)).toBeGreaterThan(0.2);
  });

  const typeOf = (kind: 'message' | 'wrapper'): SampleType =>
    kind === 'message' ? 'mail-message' : 'mail-interswarm-message';
  const envelopes = [
    ...judgedSamples.map(({ type, name, value }) => ({ name, type, value: value as unknown })),
    ...listRecordedMessages().map(({ name, type, value }) => ({ name, type: typeOf(type), value })),
  ];

  test(`judge ${envelopes.length} envelopes the same, as they are and without their nulls`, () => {
    for (const { name, type, value } of envelopes) {
      for (const each of [value, dropNulls(value)]) {
        expect({ name, valid: published[type](each) }).toEqual({ name, valid: oracle[type](each) });
      }
    }
  });
});

/** `uiTaskListWire` is published as `ui-task-list`. */
const fileOf = (codec: string): string =>
  codec.replace(/Wire$/, '').replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

describe('published schemas against the wire schemas they are made from', () => {
  test.each(allCodecs)('judge %s the same, except for the length of ids', (name, { schema }) => {
    const judge = compile(readPublished(fileOf(name)));
    fc.assert(
      fc.property(mutantArbitrary(bodySamples[name]!), (value) => {
        // zod passes over `__proto__` in a map; our codecs have taken it out before they ask.
        fc.pre(name !== 'taskListWire' || !Object.hasOwn(Object(value) as object, '__proto__'));
        const result = schema.safeParse(value);
        const issues = result.error?.issues ?? [];
        const onlyIds = issues.length > 0 && issues.every((issue) => issue.message.startsWith('an id of 1 to'));
        expect(judge(value)).toBe(result.success || onlyIds);
      }),
      atLeast(100),
    );
  });

  test.each(['', 'x'.repeat(MAX_ID_LENGTH + 1)])('accept the id %j, which we refuse', (id) => {
    const message = { ...completeSamples['mail-message'][0], id };
    expect(published['mail-message'](message)).toBe(true);
    expect(mailMessageWire.schema.safeParse(message).success).toBe(false);
  });
});

describe('the files of published schemas', () => {
  const schemas = toPublishedSchemas();
  const strict = new Ajv2020({ strict: true, validateFormats: false });

  test.each(Object.keys(schemas))('the published schema %s is up to date and compiles strictly', (name) => {
    const schema = readPublished(name.replace('.json', ''));
    expect(schema).toEqual(schemas[name]);
    expect(() => strict.compile(schema)).not.toThrow();
  });

  test.each(Object.entries(bodySamples))('accept the samples of %s', (codec, samples) => {
    const judge = compile(readPublished(fileOf(codec)));
    for (const sample of samples) expect({ sample, valid: judge(sample) }).toEqual({ sample, valid: true });
  });

  test('accept every entry of a log', () => {
    const judge = compile(readPublished('log-entry'));
    fc.assert(
      fc.property(entryArbitrary, (entry) => {
        expect(judge(JSON.parse(JSON.stringify(entry)))).toBe(true);
      }),
    );
    expect(judge({ seq: 1, run: 1, at: '2026-03-01T00:00:00Z', type: 'nonsense' })).toBe(false);
  });
});
