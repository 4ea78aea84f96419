import { z } from 'zod';
import { action, type Action, type ActionContext, type AnyAction } from '../../definitions/action.ts';
import { checkPolicy } from '../../outbound/check-policy.ts';
import { guardedFetch } from '../../outbound/guarded-fetch.ts';
import type { OutboundPolicy } from '../../outbound/outbound-policy.ts';
import { orErrorText } from '../expected-failure.ts';
import { toHeaders } from './to-headers.ts';

export type HTTPActionsOptions = {
  /** Which hosts the actions may call and how much they may read; the public internet with limits by default. */
  readonly policy?: OutboundPolicy;
};

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH' | 'HEAD' | 'OPTIONS';

type HTTPInput = { url: string; headers?: Record<string, string> | undefined; body?: Record<string, unknown> };

const url = z.string({ error: '`url` must be a string' }).max(8_192).describe('An absolute http:// or https:// URL.');
const headers = z.object({}).catchall(z.string()).optional().describe('Request headers.');
const body = z.looseObject({}).describe('A JSON object to send.');

const bodiless = z.object({ url, headers });
const withBody = z.object({ url, headers, body });

/**
 * The actions `http_get`, `http_post`, `http_put`, `http_delete`, `http_patch`, `http_head` and `http_options`. Each
 * returns the text of the response, whatever its status, or status and headers if no text is expected. Refused and
 * failed calls return a text that starts with `Error: `.
 *
 * @example
 * const actions = httpActions({ policy: { allow: ['api.example.com'], schemes: ['https:'] } });
 */
export function httpActions({ policy = {} }: HTTPActionsOptions = {}): AnyAction[] {
  checkPolicy(policy);
  // What HTTP itself says about repeating a method decides whether the action is idempotent.
  return [
    httpAction('GET', bodiless, true, policy),
    httpAction('POST', withBody, false, policy),
    httpAction('PUT', withBody, true, policy),
    httpAction('DELETE', bodiless, true, policy),
    httpAction('PATCH', withBody, false, policy),
    httpAction('HEAD', bodiless, true, policy),
    httpAction('OPTIONS', bodiless, true, policy),
  ];
}

function httpAction<Input extends HTTPInput>(
  method: Method,
  parameters: z.ZodType<Input>,
  idempotent: boolean,
  policy: OutboundPolicy,
): Action<Input> {
  return action<Input>({
    name: `http_${method.toLowerCase()}`,
    description: `Send an HTTP ${method} request and read the response.`,
    parameters,
    idempotent,
    execute: async (input, { signal }) =>
      await orErrorText(signal, async () => await sendRequest(method, input, policy, signal)),
  });
}

async function sendRequest(
  method: Method,
  input: HTTPInput,
  policy: OutboundPolicy,
  signal: ActionContext['signal'],
): Promise<string> {
  const requestHeaders = toHeaders(input.headers ?? {});
  if (input.body !== undefined && !requestHeaders.has('content-type')) {
    requestHeaders.set('content-type', 'application/json');
  }
  const response = await guardedFetch(input.url, {
    policy,
    signal,
    method,
    headers: requestHeaders,
    ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
  });
  const text = await response.text();
  // These two are asked for their headers.
  const wantsHeaders = method === 'HEAD' || method === 'OPTIONS';
  if (text !== '' || !wantsHeaders) return text;
  return JSON.stringify({ status: response.status, headers: Object.fromEntries(response.headers) });
}
