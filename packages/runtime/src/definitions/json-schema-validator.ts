import { describeValue, type JSONSchema, oneOf, type Problem, valueAt, withArticle } from '@posthouse/protocol';
import { Ajv, type ErrorObject, type Options, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';

/** Says what is wrong with a value; an empty list means that it fits. */
export type Validator = (value: unknown) => Problem[];

const validators = new WeakMap<JSONSchema, Validator>();

/**
 * The validator of a JSON Schema, compiled once. Throws when it is not a JSON Schema.
 *
 * @example toValidator({ type: 'object', properties: { n: { type: 'integer' } } })({ n: 1.5 })
 * // [{ path: 'n', expected: 'an integer', received: 'the number 1.5' }]
 */
export function toValidator(schema: JSONSchema): Validator {
  const known = validators.get(schema);
  if (known !== undefined) return known;
  const validate = compile(schema);
  const validator: Validator = (value) =>
    validate(value) ? [] : (validate.errors ?? []).map((error) => toProblem(error, value));
  validators.set(schema, validator);
  return validator;
}

// Patterns written for engines without Unicode mode are common in tool schemas and would otherwise not compile.
const regExp = Object.assign(
  (pattern: string, flags: string): RegExp => {
    try {
      return new RegExp(pattern, flags);
    } catch {
      return new RegExp(pattern);
    }
  },
  { code: 'new RegExp' },
);

const options: Options = {
  // Unknown keywords and formats are annotations of somebody else, not errors.
  strict: false,
  validateFormats: false,
  allErrors: true,
  // `required: ['toString']` must not be met by the prototype.
  ownProperties: true,
  logger: false,
  code: { regExp },
};

// Judging a schema needs the meta-schemas, which are slow to compile: once per process. Compiling happens in an instance
// of its own, because two actions may use the same `$id` for different things.
const judges = [() => new Ajv2020(options), () => new Ajv(options)] as const;
const compilers = [Ajv2020, Ajv] as const;
const instances: Ajv[] = [];

function compile(schema: JSONSchema): ValidateFunction {
  // The dialect is decided below; a `$schema` that ajv does not know would only stop it.
  const { $schema: dialect, ...rest } = schema;
  const prefersOld = typeof dialect === 'string' && /draft-0[4-7]/.test(dialect);
  const reasons: string[] = [];
  for (const index of prefersOld ? [1, 0] : [0, 1]) {
    const judge = (instances[index] ??= judges[index]!());
    if (judge.validateSchema(rest) === true) {
      return new compilers[index]!({ ...options, meta: false, validateSchema: false }).compile(rest);
    }
    reasons.push(judge.errorsText(judge.errors, { dataVar: 'parameters', separator: '; ' }));
  }
  throw new TypeError(reasons[0]);
}

function toProblem(error: ErrorObject, input: unknown): Problem {
  const path = error.instancePath
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
  const params = error.params as Record<string, unknown>;
  const about = params.missingProperty ?? params.additionalProperty ?? params.unevaluatedProperty;
  if (typeof about === 'string') path.push(about);
  return {
    path: path.length === 0 ? '(the whole input)' : path.join('.'),
    expected: toExpectation(error, params),
    received: describeValue(valueAt(input, path)),
  };
}

function toExpectation({ keyword, message = 'something else' }: ErrorObject, params: Record<string, unknown>): string {
  switch (keyword) {
    case 'required':
      return 'a value';
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return 'no such key';
    case 'type':
      return [params.type]
        .flat()
        .map((type) => withArticle(String(type)))
        .join(' or ');
    case 'enum':
      return oneOf(params.allowedValues as unknown[]);
    case 'const':
      return oneOf([params.allowedValue]);
    default:
      return toPhrase(message);
  }
}

/** ajv says what must be; our sentences go on after "expected". */
function toPhrase(message: string): string {
  return message
    .replace(/^must NOT have /, 'not ')
    .replace(/^must be /, 'a value ')
    .replace(/^must match /, 'a match for ')
    .replace(/^must /, 'it to ');
}
