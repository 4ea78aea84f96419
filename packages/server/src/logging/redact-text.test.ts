import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { newToken } from '../auth/new-token.ts';
import { redactText } from './redact-text.ts';

const SECRET = 'qX7-hunter2_Zz9';

describe('redacting what looks like a secret', () => {
  test.each([
    ['a bearer token', `Authorization: Bearer ${SECRET}`, 'Authorization: Bearer ***'],
    ['a bearer token in lower case', `sent bearer ${SECRET}, got 401`, 'sent bearer ***, got 401'],
    ['basic credentials', `authorization: Basic ${SECRET}`, 'authorization: Basic ***'],
    ['a bare authorization', `Authorization=${SECRET}`, 'Authorization=***'],
    ['the password of a database', `postgres://me:${SECRET}@db:5432/mail`, 'postgres://***@db:5432/mail'],
    ['a password that contains an @', `postgres://me:a@b@${SECRET}@db/mail`, 'postgres://***@db/mail'],
    ['a token as the user of a URL', `https://${SECRET}@host/x`, 'https://***@host/x'],
    ['a token in a query', `GET /x?token=${SECRET}&page=2`, 'GET /x?token=***&page=2'],
    ['an API key in a query', `/x?a=1&api_key=${SECRET}`, '/x?a=1&api_key=***'],
    ['a signature in a query', `/x?signature=${SECRET}`, '/x?signature=***'],
    ['a member of a JSON text', `{"auth_token": "${SECRET}", "a": 1}`, '{"auth_token": "***", "a": 1}'],
    ['a member in camelCase', `{"userToken":"${SECRET}"}`, '{"userToken":"***"}'],
    ['an escaped JSON text', JSON.stringify(`{"password":"${SECRET}"}`), String.raw`"{\"password\":\"***\"}"`],
    ['an assignment', `OPENAI_API_KEY=${SECRET} node x`, 'OPENAI_API_KEY=*** node x'],
    ['a password after a colon', `password: ${SECRET}`, 'password: ***'],
    ['a cookie', `cookie: session=${SECRET}; a=b`, 'cookie: ***'],
    ['a key of OpenAI', 'Incorrect API key provided: sk-proj-abc123def456.', 'Incorrect API key provided: ***'],
    ['a JSON Web Token', 'got eyJhbGciOi.eyJzdWIi.c2ln', 'got ***'],
  ])('redacting hides %s', (_, text, shown) => {
    expect(redactText(text, [])).toBe(shown);
  });

  test.each(['user', 'admin', 'agent'] as const)('hides our own token of role %s, wherever it stands', (role) => {
    const token = newToken(role);
    expect(redactText(`/tasks/${token}/events "${token}" (${token})`, [])).toBe('/tasks/***/events "***" (***)');
  });
});

describe('redacting what is no secret', () => {
  test.each([
    'http://127.0.0.1:8000/tasks/abc?after=3&follow=1',
    'the run has used 1200 tokens',
    'no API key provided',
    'invalid API key format',
    'somebody@example.org wrote to user:alice@demo',
    '{"task_id":"t","usage":{"tokens":12}}',
    'a task-force of sk-ilful people',
    'sqlite:posthouse.db',
    'Basic knowledge of posts',
  ])('leaves "%s" as it is', (text) => {
    expect(redactText(text, [])).toBe(text);
  });
});

describe('redacting configured secrets', () => {
  test('configured secrets are hidden whatever is around them', () => {
    expect(redactText(`x${SECRET}y ${SECRET}`, [SECRET])).toBe('x***y ***');
  });

  test('short secrets are left alone, because hiding them would tear every word apart', () => {
    expect(redactText('a cab in the garage', ['a'])).toBe('a cab in the garage');
  });

  test('no configured secret is left in any text', () => {
    const piece = fc.oneof(fc.string(), fc.constant(SECRET), fc.constantFrom('Bearer ', '://', '"token":"', '@', '='));
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        expect(redactText(pieces.join(''), [SECRET])).not.toContain(SECRET);
      }),
    );
  });

  test('redacting changes nothing the second time', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', '/', ':', '@', '=', '"', 'token', 'Bearer ', '?') }),
        (text) => {
          const once = redactText(text, []);
          expect(redactText(once, [])).toBe(once);
        },
      ),
    );
  });
});

test('hostile texts are redacted in reasonable time', () => {
  const nasty = ['":"'.repeat(30_000), 'token'.repeat(20_000), '://'.repeat(30_000), `sk-${'a.'.repeat(50_000)}`];
  const start = process.cpuUsage();
  for (const text of nasty) redactText(text, []);
  expect(process.cpuUsage(start).user / 1_000).toBeLessThan(3_000);
});
