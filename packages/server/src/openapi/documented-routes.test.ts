import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authorizations, startFuzzServer } from '../fuzz/__fixtures__/fuzz-server.ts';
import type { RunningServer } from '../start-options.ts';
import { documentedRoutes } from './documented-routes.ts';
import { toOpenAPI } from './to-openapi.ts';

let server: RunningServer;

beforeAll(async () => {
  server = await startFuzzServer();
});

afterAll(async () => server.stop({ drainMs: 0 }));

const documented = documentedRoutes.map(({ method, path }) => `${method.toUpperCase()} ${path}`);

describe('the list of routes', () => {
  test('contains exactly the routes of the app', () => {
    const actual = server.app.routes
      // What is for all methods and paths stands before routes and answers nothing itself.
      .filter(({ method, path }) => method !== 'ALL' && !path.includes('*'))
      .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`);
    expect([...new Set(actual)].toSorted()).toEqual(documented.toSorted());
  });

  test('states the access of each route as the server enforces it', async () => {
    const wrong: string[] = [];
    for (const { method, path, access } of documentedRoutes) {
      const url = `${server.url}${path.replace('{task_id}', 'nothing')}`;
      const allowed = {
        public: ['user', 'admin', 'agent', 'nobody'],
        user: ['user', 'admin'],
        admin: ['admin'],
        agent: ['agent'],
      }[access];
      for (const caller of ['user', 'admin', 'agent', 'nobody']) {
        const headers = caller === 'nobody' ? {} : { Authorization: authorizations[caller]! };
        // A body that nobody would accept: only those who may come in are told so.
        const body = method === 'post' ? { body: '[]' } : {};
        const answer = await fetch(url, { method: method.toUpperCase(), headers, ...body });
        await answer.body?.cancel();
        if ((answer.status !== 401) !== allowed.includes(caller))
          wrong.push(`${method} ${path} as ${caller}: ${answer.status}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});

describe('GET /openapi.json', () => {
  test('GET /openapi.json is public and returns the document', async () => {
    const answer = await fetch(`${server.url}/openapi.json`);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expect(await answer.json()).toEqual(toOpenAPI(documentedRoutes));
  });
});
