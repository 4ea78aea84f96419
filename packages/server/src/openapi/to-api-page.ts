import type { JSONValue } from '@posthouse/protocol';
import { API_INTRODUCTION } from './api-introduction.ts';
import { type Access, type DocumentedRoute, type RouteAnswer, TAGS } from './documented-route.ts';
import { errorCodesOf } from './to-responses.ts';

const WHO: Record<Access, string> = {
  public: 'everybody',
  user: 'users and admins',
  admin: 'admins',
  agent: 'agents of other swarms',
};

/** `docs/api.md`: every route with an example, from the list that the OpenAPI document is made from. */
export function toApiPage(routes: readonly DocumentedRoute[]): string {
  const sections = Object.entries(TAGS).flatMap(([tag, description]) => [
    `## ${toTitle(tag)}`,
    '',
    description,
    '',
    ...routes.filter((route) => route.tag === tag).flatMap(toSection),
  ]);
  return `${[...API_INTRODUCTION, ...toOverview(routes), ...sections, ...closing].join('\n')}\n`;
}

const closing = [
  'This page is generated from `packages/server/src/openapi` by `npm run generate`; a test holds it against the routes',
  'that the server has, and its examples against the schemas.',
];

function toOverview(routes: readonly DocumentedRoute[]): string[] {
  const rows = routes.map(
    ({ method, path, summary, access }) =>
      `| [\`${method.toUpperCase()} ${path}\`](#${toAnchor(method, path)}) | ${WHO[access]} | ${summary} |`,
  );
  return ['## All routes', '', '| route | for | what it does |', '| --- | --- | --- |', ...rows, ''];
}

/** As GitHub makes them from headings. */
function toAnchor(method: string, path: string): string {
  return `${method} ${path}`
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(' ', '-');
}

function toSection(route: DocumentedRoute): string[] {
  const { method, path, summary, description, access, debug, answers } = route;
  const only = debug === undefined ? '' : ', when the server runs with `--debug`';
  return [
    `### \`${method.toUpperCase()} ${path}\``,
    '',
    `${summary}. For ${WHO[access]}${only}.${description === undefined ? '' : ` ${description}`}`,
    '',
    ...toParameters(route),
    ...toKeys(route),
    '```sh',
    toCurl(route),
    '```',
    '',
    ...Object.values(answers).flatMap(toAnswer),
    ...toErrors(route),
  ];
}

function toParameters({ parameters = [] }: DocumentedRoute): string[] {
  if (parameters.length === 0) return [];
  const rows = parameters.map(({ name, in: place, description }) => `| \`${name}\` | ${place} | ${description} |`);
  return ['| parameter | in | meaning |', '| --- | --- | --- |', ...rows, ''];
}

function toKeys({ body }: DocumentedRoute): string[] {
  if (body?.keys === undefined) return [];
  const rows = Object.entries(body.keys).map(([key, meaning]) => `| \`${key}\` | ${meaning} |`);
  return ['| key of the body | meaning |', '| --- | --- |', ...rows, ''];
}

/** A command that works once the variables are set. */
export function toCurl({ method, path, access, body, parameters = [] }: DocumentedRoute): string {
  const filled = parameters
    .filter((parameter) => parameter.in === 'path')
    .reduce((url, { name, example }) => url.replace(`{${name}}`, example), path);
  const token = access === 'admin' ? '$ADMIN_TOKEN' : access === 'agent' ? '$AGENT_TOKEN' : '$TOKEN';
  return [
    `curl ${toMethod(method, body !== undefined)}"$SERVER${filled}"`,
    ...(access === 'public' ? [] : [`-H "Authorization: Bearer ${token}"`]),
    ...(body === undefined ? [] : toData(method, body.example)),
  ].join(' \\\n  ');
}

/** What curl would not choose by itself. */
function toMethod(method: string, hasBody: boolean): string {
  return method === 'get' || (method === 'post' && hasBody) ? '' : `-X ${method.toUpperCase()} `;
}

function toData(method: string, example: JSONValue): string[] {
  const quoted = JSON.stringify(example).replaceAll("'", String.raw`'\''`);
  return [...(method === 'get' ? ['-X GET'] : []), '-H "Content-Type: application/json"', `-d '${quoted}'`];
}

function toAnswer({ description, schema, example, frames, text }: RouteAnswer): string[] {
  return [
    description,
    '',
    ...(schema === undefined ? [] : ['```json', JSON.stringify(example, null, 2), '```', '']),
    ...(frames === undefined ? [] : ['```text', frames.trimEnd(), '```', '']),
    ...(text === undefined ? [] : ['```text', text.example.trimEnd(), '```', '']),
  ];
}

function toErrors(route: DocumentedRoute): string[] {
  const codes = errorCodesOf(route).filter((code) => code !== 'internal');
  return [`Errors: ${codes.map((code) => `\`${code}\``).join(', ')}.`, ''];
}

const TITLES: Record<string, string> = { ui: 'User interface', openai: 'OpenAI', mcp: 'MCP' };

function toTitle(tag: string): string {
  return TITLES[tag] ?? `${tag[0]!.toUpperCase()}${tag.slice(1)}`;
}
