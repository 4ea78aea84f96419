import type { JSONValue } from '@posthouse/protocol';
import {
  type Access,
  type DocumentedRoute,
  type RouteAnswer,
  TAGS,
} from '../../packages/server/src/openapi/documented-route.ts';
import { errorCodesOf } from '../../packages/server/src/openapi/to-responses.ts';

/** The beginning of `docs/api.md`: what holds for every route. */
const API_INTRODUCTION: readonly string[] = [
  '# HTTP interface',
  '',
  'Posthouse speaks the MAIL protocol, version 1.3, over HTTP and server-sent events. Clients of MAIL work as they are; what',
  'Posthouse adds are further routes, further keys and further events, which those clients ignore.',
  '',
  'Programs find all of this as OpenAPI 3.1 at `GET /openapi.json`, and in the repository as `packages/server/openapi.json`.',
  'From TypeScript, use [`@posthouse/client`](client.md).',
  '',
  'In the examples, `$SERVER` is the address of the server and `$TOKEN` a token of a user. `npm start` prints both.',
  '',
  '## What holds everywhere',
  '',
  '**Tokens.** Every route that is not for everybody requires `Authorization: Bearer <token>`. The role of the token (`user`,',
  '`admin`, `agent`) decides what it may do; without a usable one the answer is 401. A token reaches only what belongs to its',
  'caller: a task of somebody else is answered like a task that does not exist. [security.md](security.md) says where tokens come from.',
  '',
  '**Requests** are JSON. Unknown keys are ignored and nulls count as absent, as MAIL clients expect. A body that is too',
  'large, not JSON or of the wrong shape gets a 4xx with a sentence that says what is wrong and, for wrong shapes, a list of',
  'all places in `details`.',
  '',
  '**Errors** are `{"detail": "<sentence>", "code": "<code>"}`; [errors.md](errors.md) lists the codes. A task that fails is not',
  'an error of the request: it is answered with 200, and `status` and `code` in the body tell what happened. Below `/v1`, errors',
  'have the shape of OpenAI’s; see [openai.md](openai.md).',
  '',
  '**Repeating a request** is safe with `Idempotency-Key`: the same key, from the same caller, for the same task, is the same',
  'message, and gets the same answer. Another message with that key is refused with 422 `key_reused`; so is a chat message whose id was',
  'used for other words.',
  '',
  '**Streams** are server-sent events; lines end in CRLF. Frames from the log have an `id`. After a cut, ask',
  '`GET /tasks/{task_id}/events` with `Last-Event-ID` and nothing is missed or repeated. `token` frames (text while it is being',
  'written) and `ping` frames (after 15 seconds of silence) have no `id`. Disconnecting never stops a run. A reader that does not',
  'keep up is disconnected, and can come back the same way.',
  '',
];

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
  'This page is generated from `packages/server/src/openapi` by `npm run generate`; a test compares it with the routes',
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
