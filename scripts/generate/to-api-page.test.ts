import { describe, expect, test } from 'vitest';
import { documentedRoutes } from '../../packages/server/src/openapi/documented-routes.ts';
import { toApiPage, toCurl } from './to-api-page.ts';

const page = toApiPage(documentedRoutes);
const headings = page.split('\n').filter((line) => line.startsWith('### '));
const route = (path: string, method = 'get') =>
  documentedRoutes.find((each) => each.path === path && each.method === method)!;

describe('the page about the HTTP interface', () => {
  test('the page has one section for each route, and no others', () => {
    const expected = documentedRoutes.map(({ method, path }) => `### \`${method.toUpperCase()} ${path}\``);
    expect(headings.toSorted()).toEqual(expected.toSorted());
  });

  test('links each line of the overview to a section that exists', () => {
    const anchors = headings.map((heading) =>
      heading
        .slice(4)
        .toLowerCase()
        .replaceAll(/[^\w\s-]/g, '')
        .replaceAll(' ', '-'),
    );
    const links = [...page.matchAll(/\]\(#([^)]+)\)/g)].map(([, link]) => link);
    expect(links).toHaveLength(documentedRoutes.length);
    expect(links.filter((link) => !anchors.includes(link!))).toEqual([]);
  });

  test.each(documentedRoutes.map((each) => [`${each.method} ${each.path}`, each] as const))(
    'shows for %s a command and its answer',
    (_, each) => {
      const heading = `### \`${each.method.toUpperCase()} ${each.path}\``;
      const [section] = page.slice(page.indexOf(`${heading}\n`) + heading.length).split('\n##');
      expect(section).toContain(toCurl(each));
      expect(section).toContain('Errors: `');
      for (const { description } of Object.values(each.answers)) expect(section).toContain(description);
      for (const { name } of each.parameters ?? []) expect(section).toContain(`| \`${name}\` |`);
    },
  );

  test('explains every key of a message, and none that does not exist', () => {
    const { schema, keys } = route('/message', 'post').body!;
    const known = Object.keys((schema as unknown as { shape: object }).shape);
    expect(Object.keys(keys!)).toEqual(known);
    for (const key of known) expect(page).toContain(`| \`${key}\` |`);
  });

  test('keeps every cell inside its table', () => {
    const rows = page.split('\n').filter((line) => line.startsWith('| `') || line.startsWith('| [`'));
    expect(rows.filter((row) => ![2, 3].includes(row.split('|').length - 2))).toEqual([]);
  });
});

describe('a command on the page', () => {
  test('carries a token of the role that the route asks for', () => {
    expect(toCurl(route('/whoami'))).toContain('Bearer $TOKEN"');
    expect(toCurl(route('/metrics'))).toContain('Bearer $ADMIN_TOKEN"');
    expect(toCurl(route('/interswarm/forward', 'post'))).toContain('Bearer $AGENT_TOKEN"');
    expect(toCurl(route('/health'))).not.toContain('Authorization');
  });

  test('fills in the path', () => {
    expect(toCurl(route('/tasks/{task_id}'))).toMatch(/"\$SERVER\/tasks\/[0-9a-f-]{36}"/);
  });

  test('sends a body, also where curl would not by itself', () => {
    expect(toCurl(route('/message', 'post'))).toContain(`-d '{"body":"What is 17 % of 2 400?","stream":false}'`);
    expect(toCurl(route('/task'))).toContain('-X GET');
    expect(toCurl(route('/tasks/{task_id}/cancel', 'post'))).toContain('curl -X POST');
  });
});
