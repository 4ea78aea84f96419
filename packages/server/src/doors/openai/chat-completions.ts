import type { JSONObject, RunEvent } from '@posthouse/protocol';
import type { Context } from 'hono';
import type { AppEnv } from '../../app/app-env.ts';
import type { AppParts } from '../../app/create-app.ts';
import { readJSON } from '../../app/read-json.ts';
import { toIdempotencyKey } from '../../routes/idempotency.ts';
import { runTeller } from '../run-teller.ts';
import { answerWith } from './answer-openai-error.ts';
import { type ChatRequest, chatRequestWire } from './chat-request.ts';
import { chatWriter } from './chat-writer.ts';
import { toResponseId } from './door-ids.ts';
import { officeOf } from './office-of.ts';
import { toFailureAnswer } from './openai-error.ts';
import { refuseFields } from './refused-fields.ts';
import { answerRunStream, awaitRun, type RunScribe, toChunkText } from './run-stream.ts';
import { toResponseFormat, toTools } from './run-settings.ts';
import { type Posted, submitConversation } from './submit-conversation.ts';
import { toChatConversation } from './to-conversation.ts';

/** `POST /v1/chat/completions`: swarms for programs that speak OpenAI's chat. */
export function addChatCompletionRoutes(parts: AppParts): void {
  const { app, house, gate } = parts;

  app.post('/v1/chat/completions', gate.user, async (c) => {
    const body = await readJSON(c);
    refuseFields(body);
    const request = chatRequestWire.parse(body).value;
    const office = officeOf(parts, c, request.model);
    const tools = toTools(request.tools, request.toolChoice);
    const responseFormat = toResponseFormat(request.responseFormat, ['response_format']);
    const key = toIdempotencyKey(c.req.header('idempotency-key'));
    const posted = await submitConversation({
      store: house.store,
      office,
      conversation: toChatConversation(request.messages),
      continues: 'calls',
      ...(tools === undefined ? {} : { tools }),
      ...(responseFormat === undefined ? {} : { responseFormat }),
      ...(key === undefined ? {} : { key }),
    });
    return answer(c, posted, request);
  });

  async function answer(c: Context<AppEnv>, posted: Posted, request: ChatRequest): Promise<Response> {
    const { task, slice } = posted;
    const teller = runTeller(task, slice, { held: (request.responseFormat?.type ?? 'text') !== 'text' });
    const { swarm: model } = task.owner;
    const id = `chatcmpl-${toResponseId({ ...slice, swarm: model, summaries: false }).slice('resp_'.length)}`;
    const writer = chatWriter({
      taskId: task.taskId,
      shell: { id, created: Math.floor(Date.now() / 1000), model },
      includeUsage: request.streamOptions?.includeUsage === true,
      usage: () => teller.usage,
    });
    const take = (event: RunEvent): JSONObject[] => teller.take(event).flatMap((telling) => writer.take(telling));
    if (request.stream === true) {
      const tell = (chunks: JSONObject[]): string => chunks.map(toChunkText).join('');
      const fail = (failure: { code: string; message: string }): string => toChunkText(toFailureAnswer(failure).body);
      const scribe: RunScribe = {
        start: () => tell(writer.start()),
        take: (event) => tell(take(event)),
        end: () => (writer.failure === undefined ? toChunkText('[DONE]') : fail(writer.failure)),
        fail,
      };
      return answerRunStream(c, parts, posted, scribe);
    }
    c.header('X-Task-Id', task.taskId);
    await awaitRun(c, parts, posted, take);
    return writer.failure === undefined
      ? c.json(writer.toCompletion())
      : answerWith(c, toFailureAnswer(writer.failure));
  }
}
