import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { AppEnv } from '../edge/app-env.ts';
import type { OpenAIErrorAnswer } from './openai-error.ts';

/** Whether a request came by the door whose clients expect OpenAI's errors. */
export function isOpenAIPath(path: string): boolean {
  return path === '/v1' || path.startsWith('/v1/');
}

/** Answers an error in OpenAI's shape, and says whether asking again makes sense: clients do so by themselves. */
export function answerOpenAIError(c: Context<AppEnv>, { status, body, retryable }: OpenAIErrorAnswer): Response {
  // What has been taken goes on, and would be begun a second time.
  c.header('X-Should-Retry', String(retryable && c.get('posted') !== true));
  return c.json(body, status as ContentfulStatusCode);
}
