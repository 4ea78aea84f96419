import { describe, expect, it } from 'vitest';
import { makeRequest } from './__fixtures__/make-request.ts';
import { recordRequest } from './recorded-request.ts';

describe('recordRequest', () => {
  it('keeps the request and notes when it came', () => {
    const before = Date.now();
    const { request } = recordRequest(makeRequest({ index: 4, model: 'gpt-5' }));
    expect(request).toMatchObject({ index: 4, model: 'gpt-5' });
    expect(request.receivedAt.getTime()).toBeGreaterThanOrEqual(before);
    expect(request.receivedAt.getTime()).toBeLessThanOrEqual(Date.now());
  });

  it('a request that is open has no end', async () => {
    const { request } = recordRequest(makeRequest());
    expect(request.closedBy).toBeUndefined();
    expect(request.closedAt).toBeUndefined();
    expect(await Promise.race([request.closed, Promise.resolve('still open')])).toBe('still open');
  });

  it.each(['finished', 'client-closed', 'server-dropped'] as const)('says that it was %s, and when', async (how) => {
    const { request, close } = recordRequest(makeRequest());
    close(how);
    expect(request.closedBy).toBe(how);
    expect(request.closedAt?.getTime()).toBeGreaterThanOrEqual(request.receivedAt.getTime());
    expect(await request.closed).toBe(how);
  });

  it('ends only once', async () => {
    const { request, close } = recordRequest(makeRequest());
    close('finished');
    const at = request.closedAt;
    close('client-closed');
    expect(request).toMatchObject({ closedBy: 'finished', closedAt: at });
    expect(await request.closed).toBe('finished');
  });
});
