import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { checkInput } from '../http/check-input.ts';
import { JobsError } from './jobs-error.ts';
import { PROBLEMS, type ProblemName } from './problems.ts';

const values = new Proxy({}, { get: (_, key) => `‹${String(key)}›` }) as Record<string, string>;

describe('problems', () => {
  test.each(Object.keys(PROBLEMS) as ProblemName[])('%s has a sentence in English and in Chinese', (name) => {
    const error = new JobsError(name, { values });
    expect(error.text('en')).not.toMatch(/undefined|\p{Script=Han}/u);
    expect(error.text('zh')).toMatch(/\p{Script=Han}/u);
    expect(error.code).toMatch(/^[a-z_]+$/);
    expect(error.status).toBeGreaterThanOrEqual(400);
  });

  test('problems become an envelope with a sentence, a code and details', () => {
    const details = [{ path: 'title', message: 'missing' }];
    const error = new JobsError('duplicateJob', { values: { id: 7 }, details, extra: { job: { id: 7 } } });
    expect(error.message).toBe('This posting is already saved, as job 7.');
    expect(error.toBody('zh')).toEqual({
      error: '该职位已存在，编号为 7。',
      code: 'duplicate_job',
      details,
      job: { id: 7 },
    });
  });
});

describe('invalid input', () => {
  const schema = z.strictObject({ title: z.string(), salary: z.strictObject({ min: z.number() }).optional() });
  const check = (value: unknown, language: 'en' | 'zh' = 'en'): JobsError => {
    try {
      checkInput(schema, value, language);
    } catch (error) {
      if (error instanceof JobsError) return error;
    }
    throw new Error('It was accepted.');
  };

  test('invalid input is reported with the place of every mistake', () => {
    const { code, status, details } = check({ salary: { min: 'much' }, wage: 1 });
    expect({ code, status }).toEqual({ code: 'validation_error', status: 400 });
    expect(details?.map(({ path }) => path)).toEqual(['title', 'salary.min', '']);
  });

  test('invalid input is explained in the language of the reader', () => {
    expect(check({ title: 1 }).details?.[0]?.message).toContain('expected string');
    expect(check({ title: 1 }, 'zh').details?.[0]?.message).toMatch(/\p{Script=Han}/u);
  });

  test('the answer to invalid input is bounded', () => {
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`key${index}`, index]));
    const list = z.object(Object.fromEntries(Object.keys(many).map((key) => [key, z.string()])));
    expect(() => checkInput(list, many, 'en')).toThrow(
      expect.objectContaining({ details: expect.toSatisfy((details: unknown[]) => details.length === 20) }),
    );
  });
});
