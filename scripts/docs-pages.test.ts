import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ERROR_CODES } from '../packages/protocol/src/errors/error-codes.ts';
import { documentedRoutes } from '../packages/server/src/openapi/documented-routes.ts';

const root = new URL('../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');
const pages = ['README.md', ...readdirSync(new URL('docs/', root)).map((name) => `docs/${name}`)].filter((path) =>
  path.endsWith('.md'),
);

/** As GitHub makes them from headings. */
const toAnchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_\s-]/gu, '')
    .replaceAll(' ', '-');
const anchorsOf = (path: string): string[] =>
  [...read(path).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => toAnchor(heading!));
const withoutCode = (text: string): string => text.replaceAll(/^```[\s\S]*?^```/gm, '');

describe.each(pages)('the page %s', (page) => {
  test('links only to files and headings that exist', () => {
    const links = [...withoutCode(read(page)).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link!);
    const broken = links
      .filter((link) => !/^(https?|mailto):/.test(link))
      .filter((link) => {
        const [path = '', anchor] = link.split('#');
        const target = path === '' ? new URL(page, root) : new URL(path, new URL(page, root));
        if (!existsSync(target)) return true;
        const file = target.href.slice(root.href.length);
        return anchor !== undefined && file.endsWith('.md') && !anchorsOf(file).includes(anchor);
      });
    expect(broken).toEqual([]);
  });
});

describe('the pages about running a server', () => {
  const about = ['docs/troubleshooting.md', 'docs/operations.md', 'docs/docker.md', 'docs/quickstart.md'];
  const text = about.map(read).join('\n');

  test('the pages name only routes that exist', () => {
    const known = documentedRoutes.map(({ method, path }) => `${method.toUpperCase()} ${path}`);
    const named = [...text.matchAll(/`((?:GET|POST) \/[^`?]*)/g)].map(([, route]) => route!);
    expect(named.length).toBeGreaterThan(3);
    expect(named.filter((route) => !known.includes(route))).toEqual([]);
  });

  test('the pages name only error codes that exist', () => {
    const named = [...text.matchAll(/`([a-z]+_[a-z_]+)`/g)].map(([, code]) => code!);
    const codes = named.filter((name) => !name.startsWith('posthouse_') && !NO_CODES.includes(name));
    expect(codes.filter((code) => !(code in ERROR_CODES))).toEqual([]);
  });
});

/** Other words with underscores on those pages. */
const NO_CODES = [
  'task_id',
  'task_complete',
  'tool_call',
  'action_call',
  'new_message',
  'proxy_read_timeout',
  'invoke_workflow',
  'pg_dump',
];

describe('docs/docker.md', () => {
  test('lists the variables that the image sets, with their values', () => {
    const image = [...read('Dockerfile').matchAll(/^ENV (\w+)=(.*)$/gm)].map(([, name, value]) => [name!, value!]);
    const listed = [...read('docs/docker.md').matchAll(/^\| `(\w+)` +\| `([^`]+)`/gm)].map(([, name, value]) => [
      name!,
      value!,
    ]);
    expect(listed.toSorted()).toEqual(image.filter(([name]) => name !== 'NODE_ENV').toSorted());
  });
});
