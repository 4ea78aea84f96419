import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isRedirect, nextRequest, type OutboundRequest } from './next-request.ts';

function request(change: Partial<OutboundRequest> = {}): OutboundRequest {
  return { url: new URL('https://a.example/x/y?z'), method: 'GET', headers: new Headers(), ...change };
}

function follow(from: OutboundRequest, status: number, location: string): OutboundRequest {
  const next = nextRequest(from, status, location);
  if (next.refusal !== undefined) throw new Error(next.refusal.text);
  return next.request;
}

test('only the five redirect statuses with a location are redirects', () => {
  const headers = new Headers({ location: '/' });
  for (const status of [301, 302, 303, 307, 308]) {
    expect(isRedirect(status, headers)).toBe(true);
    expect(isRedirect(status, new Headers())).toBe(false);
  }
  for (const status of [200, 300, 304, 305, 306, 400]) expect(isRedirect(status, headers)).toBe(false);
});

test.each([
  ['/b', 'https://a.example/b'],
  ['b', 'https://a.example/x/b'],
  ['?q', 'https://a.example/x/y?q'],
  ['//b.example/c', 'https://b.example/c'],
  ['https://b.example/#part', 'https://b.example/'],
])('resolves the location %s to %s', (location, url) => {
  expect(follow(request(), 302, location).url.href).toBe(url);
});

test.each([
  ['POST', 301, 'GET'],
  ['POST', 302, 'GET'],
  ['POST', 303, 'GET'],
  ['POST', 307, 'POST'],
  ['POST', 308, 'POST'],
  ['PUT', 301, 'PUT'],
  ['PUT', 303, 'GET'],
  ['DELETE', 302, 'DELETE'],
  ['HEAD', 303, 'HEAD'],
  ['HEAD', 302, 'HEAD'],
])('changes %s after %i to %s', (method, status, expected) => {
  const headers = new Headers({ 'content-type': 'text/plain', accept: 'text/html' });
  const next = follow(request({ method, headers, body: 'b' }), status, '/b');
  expect(next.method).toBe(expected);
  expect(next.body).toBe(expected === method ? 'b' : undefined);
  expect(next.headers.has('content-type')).toBe(expected === method);
  expect(next.headers.get('accept')).toBe('text/html');
});

describe('refusing a redirect', () => {
  test('refuses to go from https to http', () => {
    expect(nextRequest(request(), 302, 'http://a.example/').refusal?.reason).toBe('redirect');
    expect(
      nextRequest(request({ url: new URL('http://a.example/') }), 302, 'http://b.example/').refusal,
    ).toBeUndefined();
  });

  test('refuses a location that is not a URL', () => {
    expect(nextRequest(request(), 302, 'http://[').refusal?.reason).toBe('redirect');
  });
});

test('no header that could hold a credential reaches another origin', () => {
  const name = fc.stringMatching(/^[a-z][a-z-]{0,20}$/);
  const elsewhere = fc.constantFrom('https://b.example/', 'https://a.example:8443/', 'https://sub.a.example/');
  fc.assert(
    fc.property(name, elsewhere, fc.constantFrom(301, 302, 303, 307, 308), (key, location, status) => {
      const headers = new Headers({
        [key]: 'secret',
        authorization: 'secret',
        cookie: 'secret',
        'x-api-key': 'secret',
      });
      const next = follow(request({ headers, method: 'POST' }), status, location);
      const known = ['accept', 'range', 'user-agent', 'cache-control', 'accept-language', 'accept-encoding'];
      const sent = [...next.headers.keys()].filter((each) => !known.includes(each) && !each.startsWith('content-'));
      expect(sent).toEqual([]);
      expect([...follow(request({ headers }), status, '/same').headers.keys()]).toContain('authorization');
    }),
  );
});
