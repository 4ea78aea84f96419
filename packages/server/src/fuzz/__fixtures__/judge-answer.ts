import { ERROR_CODES, type ErrorCode } from '@posthouse/protocol';
import { type Judge, schemaCompiler } from '../../openapi/__fixtures__/compile-schema.ts';
import type { OpenAPIDocument, OpenAPIOperation, OpenAPIResponse } from '../../openapi/to-openapi.ts';
import type { FuzzedRequest } from './fuzzed-request.ts';
import { isOpenAIPath } from '../../errors/answer-openai-error.ts';
import { toFrames } from './to-frames.ts';
import type { Answer } from './send-request.ts';

/** Says what is wrong with an answer, if anything: whatever a server does, its document has to have said it. */
export function answerJudge(document: OpenAPIDocument): (request: FuzzedRequest, answer: Answer) => string[] {
  const compile = schemaCompiler(document);
  const isError = compile({ $ref: '#/components/schemas/ErrorBody' });
  const isOpenAIError = compile({ $ref: '#/components/schemas/OpenAIError' });
  const isMCPError = compile({ $ref: '#/components/schemas/MCPError' });

  return ({ route, method, path }, answer) => {
    const judgeOne = (): string[] => {
      if (answer.status < 400 || method === 'HEAD') return [];
      if (isOpenAIPath(path.split('?')[0]!)) return judgeForeignError(answer, isOpenAIError);
      if (path === '/mcp' && answer.status === 400 && isMCPError(tryJSON(answer.body)).valid) return [];
      return judgeError(answer, isError);
    };
    const problems = judgeOne();
    const operation = route === undefined ? undefined : findOperation(document, route);
    if (operation === undefined || leadsElsewhere(route!, answer)) return problems;
    const response = operation.responses[String(answer.status)];
    if (response === undefined) {
      return [...problems, `a status that the document does not name: ${answer.status} ${answer.body.slice(0, 200)}`];
    }
    return [...problems, ...judgeContent(response, answer, compile)];
  };
}

/** Errors of doors whose clients know other names for them. */
function judgeForeignError({ status, headers, body }: Answer, isError: Judge): string[] {
  const { valid, problems } = isError(tryJSON(body));
  return [
    ...(valid ? [] : [`an error that is none (${problems}): ${body.slice(0, 200)}`]),
    ...(headers['x-should-retry'] === undefined ? ['an error that does not say whether to try again'] : []),
    ...(status === 401 && headers['www-authenticate'] === undefined ? ['401 without WWW-Authenticate'] : []),
    ...(status > 500 || (status === 500 && body.includes('"internal"')) ? [`a failure of the server: ${body}`] : []),
  ];
}

function judgeError({ status, headers, body }: Answer, isError: Judge): string[] {
  const value = tryJSON(body) as { code?: ErrorCode; detail?: string } | undefined;
  const { valid, problems } = isError(value);
  if (!valid) return [`an error that is none (${problems}): ${body.slice(0, 200)}`];
  const known = value!.code === undefined ? undefined : ERROR_CODES[value!.code];
  return [
    ...(known === undefined ? [`an error without a code of the table: ${body}`] : []),
    ...(known !== undefined && known.status !== status && status !== 431
      ? [`${value!.code} with status ${status}`]
      : []),
    ...(value!.detail === '' ? ['an error that says nothing'] : []),
    ...(status === 401 && headers['www-authenticate'] === undefined ? ['401 without WWW-Authenticate'] : []),
    ...(status === 500 || status > 503 ? [`a failure of the server: ${body}`] : []),
  ];
}

/** A parameter can make a path another one, or none: `/tasks/../cancel`. */
function leadsElsewhere(route: string, { status, body }: Answer): boolean {
  if (!route.includes('{') || status !== 404) return false;
  const { code, error } = tryJSON(body) as { code?: string; error?: { code?: string } };
  return (code ?? error?.code) === 'not_found';
}

function judgeContent(
  { content = {} }: OpenAPIResponse,
  { headers, body }: Answer,
  compile: (schema: object) => Judge,
): string[] {
  const type = headers['content-type']?.split(';')[0] ?? '';
  if (Object.keys(content).length === 0)
    return body === '' ? [] : [`something where the document has nothing: ${body}`];
  const media = Object.entries(content).find(([name]) => name.split(';')[0] === type);
  if (media === undefined) return [`${type || 'nothing'} where the document has ${Object.keys(content).join(', ')}`];
  if (type === 'text/event-stream') {
    const { items } = (media[1].schema as { contentSchema: { items: { $ref: string } } }).contentSchema;
    const isFrame = compile(items);
    const frames = items.$ref.endsWith('/MAILFrame') ? toFrames(body) : toEventData(body);
    return frames
      .map((frame) => ({ frame, ...isFrame(frame) }))
      .filter(({ valid }) => !valid)
      .map(({ frame, problems }) => `a frame that is none (${problems}): ${JSON.stringify(frame).slice(0, 300)}`);
  }
  if (type !== 'application/json') return [];
  const { valid, problems } = compile(media[1].schema)(tryJSON(body));
  return valid ? [] : [`an answer that its schema does not allow (${problems}): ${body.slice(0, 300)}`];
}

/** What the events of a stream carry, where that is all there is to them. */
function toEventData(body: string): unknown[] {
  return [...body.matchAll(/^data: (.*)$/gm)]
    .map(([, data]) => data!)
    .filter((data) => data !== '[DONE]')
    .map((data) => JSON.parse(data) as unknown);
}

function findOperation(document: OpenAPIDocument, route: string): OpenAPIOperation {
  const [method, path] = route.split(' ') as [string, string];
  return document.paths[path]![method.toLowerCase()]!;
}

function tryJSON(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
