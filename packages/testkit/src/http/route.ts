import { anthropicMessages } from '../dialects/anthropic-messages/anthropic-messages.ts';
import type { Dialect } from '../dialects/dialect.ts';
import { openaiChat } from '../dialects/openai-chat/openai-chat.ts';
import { openaiResponses } from '../dialects/openai-responses/openai-responses.ts';

export type Route =
  | { readonly type: 'answer'; readonly dialect: Dialect }
  | { readonly type: 'models' }
  | { readonly type: 'refuse'; readonly status: 404 | 405; readonly allow?: string; readonly reason: string };

/**
 * Where a request goes. The `/v1` may be missing or doubled, because clients disagree on whether it belongs to the base
 * URL that they are given.
 */
export function findRoute(method: string, url: string): Route {
  const path = url.replace(/[?#].*$/s, '').replace(/^(\/v1)+(?=\/)/, '');
  const dialect = dialects.find((each) => each.path === path);
  const allow = dialect === undefined ? (path === '/models' ? 'GET' : undefined) : 'POST';
  if (allow === undefined) {
    const known = [...dialects.map((each) => `POST /v1${each.path}`), 'GET /v1/models'].join(', ');
    return { type: 'refuse', status: 404, reason: `There is no ${method} ${url} here, only ${known}.` };
  }
  if (method !== allow) {
    return { type: 'refuse', status: 405, allow, reason: `${url} takes ${allow}, not ${method}.` };
  }
  return dialect === undefined ? { type: 'models' } : { type: 'answer', dialect };
}

/** Every wire format that the server speaks. */
const dialects: readonly Dialect[] = [openaiChat, openaiResponses, anthropicMessages];
