import { describe, expect, test } from 'vitest';
import { TestApp } from '../__fixtures__/test-app.ts';

describe('pairing over HTTP', () => {
  test('requires the printed code, and returns a token that works', async () => {
    await using app = new TestApp();
    const wrong = await app.call('POST', '/auth/pair', { token: null, body: { code: 'AAAA-AAAA' } });
    expect([wrong.status, wrong.body.code]).toEqual([403, 'invalid_code']);
    expect(wrong.body.error).toContain('Tries left: 4');
    const { status, body } = await app.call('POST', '/auth/pair', {
      token: null,
      body: { code: app.pairing.text, name: 'phone' },
    });
    expect([status, body.success]).toEqual([201, true]);
    expect((await app.call('GET', '/jobs', { token: body.token })).status).toBe(200);
    expect((await app.call('GET', '/auth/verify', { token: body.token })).body).toEqual({
      valid: true,
      device: 'phone',
    });
    const second = await app.call('POST', '/auth/pair', { token: null, body: { code: app.pairing.text } });
    expect([second.status, second.body.code]).toEqual([403, 'pairing_closed']);
  });

  test('adds devices to the first owner, who keeps everything', async () => {
    await using app = new TestApp();
    await app.call('POST', '/jobs', { body: { title: 'Cook', company: 'Inn' } });
    const { body } = await app.call('POST', '/auth/pair', { token: null, body: { code: app.pairing.text } });
    expect((await app.call('GET', '/jobs', { token: body.token })).body.total).toBe(1);
  });

  test('pairing is locked after five wrong codes', async () => {
    await using app = new TestApp();
    const codes: string[] = [];
    for (let attempt = 0; attempt < 5; attempt += 1) {
      codes.push((await app.call('POST', '/auth/pair', { token: null, body: { code: 'AAAA-AAAA' } })).body.code);
    }
    expect(codes).toEqual(['invalid_code', 'invalid_code', 'invalid_code', 'invalid_code', 'pairing_closed']);
    expect((await app.call('POST', '/auth/pair', { token: null, body: { code: app.pairing.text } })).status).toBe(403);
  });

  test('explains what is wrong with a token', async () => {
    await using app = new TestApp();
    expect((await app.call('GET', '/auth/verify', { token: null })).body).toEqual({
      valid: false,
      reason: 'missing_token',
    });
    expect((await app.call('GET', '/auth/verify', { token: 'x' })).body).toEqual({
      valid: false,
      reason: 'invalid_token',
    });
  });

  test('accepts the header of the extension, and the query for event sources only', async () => {
    await using app = new TestApp();
    const { token } = app.ann;
    expect((await app.call('GET', '/jobs', { token: null, headers: { 'x-eve-token': token } })).status).toBe(200);
    expect((await app.call('GET', `/jobs?token=${token}`, { token: null })).status).toBe(401);
    expect((await app.call('POST', `/jobs/sync?token=${token}`, { token: null, body: {} })).status).toBe(401);
    const watched = await app.call('GET', `/jobs/sync?token=${token}&sources=mbox:none`, { token: null });
    expect(watched.status).toBe(200);
    expect(await watched.response.text()).toContain('"status":"error"');
  });
});

describe('cross-origin requests', () => {
  test.each([
    ['http://localhost:5173', true],
    ['http://127.0.0.1:3000', true],
    ['http://[::1]:3000', true],
    ['chrome-extension://abcdefghijklmnopabcdefghijklmnop', true],
    ['https://evil.example', false],
    ['http://localhost.evil.example', false],
    ['null', false],
  ])('cross-origin requests are allowed from %s: %s', async (origin, allowed) => {
    await using app = new TestApp();
    const { headers } = await app.call('GET', '/health', { token: null, headers: { origin } });
    expect(headers.get('access-control-allow-origin')).toBe(allowed ? origin : null);
    const preflight = await app.call('OPTIONS', '/jobs', {
      token: null,
      headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' },
    });
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([
      204,
      allowed ? origin : null,
    ]);
  });

  test('cross-origin requests can read the headers they need', async () => {
    await using app = new TestApp();
    const { headers } = await app.call('GET', '/health', { headers: { origin: 'http://localhost:1' } });
    expect(headers.get('access-control-expose-headers')).toContain('X-Vercel-AI-UI-Message-Stream');
  });
});

describe('HTTP requests', () => {
  test('requests over twenty megabytes are refused', async () => {
    await using app = new TestApp();
    const body = JSON.stringify({ title: 'x'.repeat(20 * 1024 * 1024), company: 'Inn' });
    const { status, body: answer } = await app.call('POST', '/jobs', { body });
    expect([status, answer.code]).toEqual([413, 'payload_too_large']);
  });

  test('unknown paths are answered in the same envelope as everything else', async () => {
    await using app = new TestApp();
    expect((await app.call('GET', '/nowhere')).body).toEqual({
      error: 'There is nothing at /nowhere.',
      code: 'not_found',
    });
    expect((await app.call('DELETE', '/jobs/stats')).status).toBe(404);
  });

  test('an unexpected failure is explained to the log and not to the caller', async () => {
    await using app = new TestApp();
    app.parts.services.database.sqlite.exec('DROP TABLE job_status_history');
    const { status, body } = await app.call('POST', '/jobs', { body: { title: 'Cook', company: 'Inn' } });
    expect([status, body]).toEqual([500, { error: 'An internal error occurred in the app.', code: 'internal_error' }]);
    expect(String(app.unexpected[0])).toContain('job_status_history');
    expect((await app.call('GET', '/jobs')).body.total).toBe(0);
  });
});
