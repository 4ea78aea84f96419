import { chatRequestWire } from '../wire/openai/chat-request.ts';
import {
  chunkSchema,
  completionSchema,
  modelListSchema,
  modelSchema,
  responseEventSchema,
  responseSchema,
} from '../wire/openai/openai-schemas.ts';
import { createResponseWire } from '../wire/openai/responses-request.ts';
import { describeRoutes, get, gives, post, takes } from './describe-routes.ts';
import type { RouteAnswer } from './documented-route.ts';
import { inPath, inQuery, idempotencyParameter } from './shared-parameters.ts';

const model = { id: 'newsroom', object: 'model', created: 1_772_353_800, owned_by: 'posthouse' };
const usage = {
  input_tokens: 812,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: 64,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 876,
};
const RESPONSE_ID = 'resp_PB-KUmoOT16aYw9bjx0sdw0_bmV3c3Jvb20';
const ITEM_ID = 'msg_PB-KUmoOT16aYw9bjx0sdw0_0';

const responseFrames = [
  'event: response.output_text.delta',
  `data: {"type":"response.output_text.delta","sequence_number":4,"item_id":"${ITEM_ID}","output_index":0,"content_index":0,"delta":"408","logprobs":[]}`,
  '',
].join('\n');

const chunkFrames = [
  'data: {"id":"chatcmpl-PB-KUmoOT16aYw9bjx0sdw0_bmV3c3Jvb20","object":"chat.completion.chunk","created":1772353800,"model":"newsroom","choices":[{"index":0,"delta":{"content":"408"},"logprobs":null,"finish_reason":null}]}',
  '',
  'data: [DONE]',
  '',
].join('\n');

const response: RouteAnswer = {
  description:
    'A `Response`. When a tool of yours was called, its output holds `function_call` items; send their outputs with `previous_response_id` to continue. A run that failed is answered with 200 and the status `failed`.',
  schema: responseSchema,
  example: {
    id: RESPONSE_ID,
    object: 'response',
    created_at: 1_772_353_800,
    status: 'completed',
    model: 'newsroom',
    error: null,
    incomplete_details: null,
    output: [
      {
        type: 'message',
        id: ITEM_ID,
        status: 'completed',
        role: 'assistant',
        content: [{ type: 'output_text', text: '408', annotations: [], logprobs: [] }],
      },
    ],
    usage,
  },
};

const streamed: RouteAnswer = {
  ...response,
  description: `${response.description} With \`stream\`, the events of the response as it is written.`,
  frames: responseFrames,
  frameSchema: responseEventSchema,
};

const responseIdParameter = inPath(
  'response_id',
  RESPONSE_ID,
  'The id of a response of yours. Those of other callers do not exist as far as you can see.',
);

const shared = {
  model: 'A swarm; `default` is the default one.',
  tools: 'Function tools of yours, for this run. A call of one comes back to you.',
  tool_choice: '`none` turns the tools off; no agent can be forced to use one.',
  stream: 'Events while the answer is written.',
  temperature:
    'Accepted and ignored: agents have settings of their own. So are `top_p` and everything that is not listed here.',
  top_p: 'Accepted and ignored.',
  parallel_tool_calls: 'Accepted and ignored: agents may call several tools at once.',
  store: 'Accepted and ignored: tasks are always kept.',
  metadata: 'Texts of yours that the answer repeats.',
  user: 'Accepted and ignored: the token says who you are.',
};

/** What programs that speak to OpenAI ask for. */
export const openAIRoutes = describeRoutes('openai', {
  listModels: get('/v1/models', 'user', {
    door: 'openai',
    summary: 'The swarms, as models',
    answers: gives('All of them.', modelListSchema, { object: 'list', data: [model] }),
  }),
  getModel: get('/v1/models/{model}', 'user', {
    door: 'openai',
    summary: 'One swarm, as a model',
    parameters: [inPath('model', 'default', 'The name of the swarm.')],
    answers: gives('The model.', modelSchema, model),
    errors: ['swarm_not_found'],
  }),
  createModelResponse: post('/v1/responses', 'user', {
    door: 'openai',
    summary: "Ask a swarm in the format of OpenAI's Responses",
    description:
      'Disconnecting never stops a run: get the response later, or stop it with `POST /v1/responses/{response_id}/cancel`.',
    parameters: [idempotencyParameter],
    body: takes(
      createResponseWire,
      { model: 'default', input: 'What is 17 % of 2 400?' },
      {
        keys: {
          ...shared,
          input: 'A text, or items: messages, `function_call`, `function_call_output`, `item_reference`.',
          instructions: 'Instructions for the swarm. System and developer messages are added to them.',
          previous_response_id: 'Continues after that answer; if the task has continued since, in a fork.',
          background: 'Answers at once; get the response later.',
          text: '`format`: a JSON Schema that the answer must match.',
          reasoning: 'With `summary`, what agents think is part of the answer.',
          max_output_tokens: 'Accepted and ignored.',
        },
      },
    ),
    answers: { 200: streamed },
    errors: [
      'swarm_not_found',
      'task_not_found',
      'task_deleted',
      'call_not_found',
      'call_answered',
      'task_running',
      'tool_name_taken',
      'queue_full',
    ],
  }),
  getModelResponse: get('/v1/responses/{response_id}', 'user', {
    door: 'openai',
    summary: 'A response as it stands',
    parameters: [
      responseIdParameter,
      inQuery('stream', 'false', '`true` for the events of the response, from its beginning.'),
    ],
    answers: { 200: streamed },
    errors: ['invalid_input', 'task_not_found', 'task_deleted'],
  }),
  cancelModelResponse: post('/v1/responses/{response_id}/cancel', 'user', {
    door: 'openai',
    summary: 'Stop the run that writes a response',
    parameters: [responseIdParameter],
    answers: { 200: response },
    errors: ['task_not_found', 'task_deleted'],
  }),
  createChatCompletion: post('/v1/chat/completions', 'user', {
    door: 'openai',
    summary: "Ask a swarm in the format of OpenAI's chat completions",
    description:
      'Every request contains the whole conversation and begins a new task, unless it ends with results of calls that wait: then their task continues. A run that fails is an error with status 500.',
    parameters: [idempotencyParameter],
    body: takes(
      chatRequestWire,
      { model: 'default', messages: [{ role: 'user', content: 'What is 17 % of 2 400?' }] },
      {
        keys: {
          ...shared,
          messages:
            'The conversation. System and developer messages are instructions; images and files become links or text.',
          stream_options: '`include_usage`: a last chunk says what was used.',
          response_format: '`json_schema` or `json_object`: what the answer must match.',
          n: 'Only 1.',
        },
      },
    ),
    answers: {
      200: {
        description: 'A `chat.completion`; with `stream`, its chunks as it is written, and `[DONE]`.',
        schema: completionSchema,
        example: {
          id: 'chatcmpl-PB-KUmoOT16aYw9bjx0sdw0_bmV3c3Jvb20',
          object: 'chat.completion',
          created: 1_772_353_800,
          model: 'newsroom',
          choices: [
            {
              index: 0,
              message: { role: 'assistant', content: '408', refusal: null, annotations: [] },
              logprobs: null,
              finish_reason: 'stop',
            },
          ],
          usage: {
            prompt_tokens: 812,
            prompt_tokens_details: { cached_tokens: 0 },
            completion_tokens: 64,
            completion_tokens_details: { reasoning_tokens: 0 },
            total_tokens: 876,
          },
        },
        frames: chunkFrames,
        frameSchema: chunkSchema,
      },
    },
    errors: [
      'swarm_not_found',
      'task_deleted',
      'tool_name_taken',
      'queue_full',
      'cancelled',
      'model_failed',
      'stalled',
      'invalid_answer',
    ],
  }),
});
