import type { Context } from 'hono';
import type { AppEnv } from '../../edge/app-env.ts';
import type { AppParts } from '../../app/app-parts.ts';
import { readJSON } from '../../app/read-json.ts';
import { toIdempotencyKey } from '../../routes/idempotency.ts';
import { answerSlice, awaitSlice } from '../read-out-slice.ts';
import { openAIRoutes } from '../../openapi/openai-routes.ts';
import { answerOpenAIError } from '../../errors/answer-openai-error.ts';
import { type ChatRequest, chatRequestWire } from '../../wire/openai/chat-request.ts';
import { chatDialect, toChatCompletion } from './chat-writer.ts';
import { toResponseId } from './door-ids.ts';
import { instanceOf } from './instance-of.ts';
import { toFailureAnswer } from '../../errors/openai-error.ts';
import { refuseFields } from './refused-fields.ts';
import { toResponseFormat, toTools } from './tools-and-format.ts';
import { type Posted, submitConversation } from './submit-conversation.ts';
import { toChatConversation } from './to-conversation.ts';

/** `POST /v1/chat/completions`: swarms for programs that speak OpenAI's chat. */
export function addChatCompletionRoutes(parts: AppParts): void {
  const { on, served } = parts;

  on(openAIRoutes.createChatCompletion, async (c) => {
    const body = await readJSON(c);
    refuseFields(body);
    const request = chatRequestWire.parse(body).value;
    const instance = instanceOf(parts, c, request.model);
    const tools = toTools(request.tools, request.toolChoice);
    const responseFormat = toResponseFormat(request.responseFormat, ['response_format']);
    const key = toIdempotencyKey(c.req.header('idempotency-key'));
    const posted = await submitConversation({
      store: served.store,
      instance,
      conversation: toChatConversation(request.messages),
      continues: 'calls',
      tools,
      responseFormat,
      key,
    });
    return answer(c, posted, request);
  });

  async function answer(c: Context<AppEnv>, posted: Posted, request: ChatRequest): Promise<Response> {
    const { task, slice } = posted;
    const { swarm: model } = task.owner;
    const id = `chatcmpl-${toResponseId({ ...slice, swarm: model, summaries: false }).slice('resp_'.length)}`;
    const includeUsage = request.streamOptions?.includeUsage === true;
    const settings = { taskId: task.taskId, shell: { id, model }, includeUsage };
    const held = (request.responseFormat?.type ?? 'text') !== 'text';
    const telling = { ...posted, held, dialect: chatDialect(settings) };
    if (request.stream === true) return answerSlice(c, parts, telling);
    c.header('X-Task-Id', task.taskId);
    // From here on the caller's message is taken, whatever comes of the wait.
    c.set('posted', true);
    const written = await awaitSlice(parts, telling, { signal: c.req.raw.signal });
    return written.failure === undefined
      ? c.json(toChatCompletion(settings, written))
      : answerOpenAIError(c, toFailureAnswer(written.failure));
  }
}
