import { flag, text } from '../../arguments/options.ts';
import {
  interswarmResultWire,
  isJSONObject,
  type JSONObject,
  MESSAGE_TYPES,
  parseJSON,
  type PostMessage,
} from '@posthouse/protocol';
import type { OptionSpecs, OptionValues } from '../../arguments/command-spec.ts';
import { toPrintable } from '../../terminal/to-printable.ts';
import { UsageError } from '../../usage-error.ts';
import { replCommand } from '../repl-command.ts';
import type { ReplSession } from '../repl-session.ts';

const BODY = { name: 'BODY', about: 'what to say', rest: true } as const;

const MESSAGE_OPTIONS = {
  subject: text('TEXT', 'its subject', { short: 's' }),
  'msg-type': text('TYPE', 'type of the message (default: request)', { short: 't', choices: MESSAGE_TYPES }),
  'task-id': text('ID', 'the task it belongs to (default: a new one)', { short: 'tid', completes: 'task' }),
  entrypoint: text('AGENT', 'the agent it goes to', { short: 'e', completes: 'agent' }),
  'resume-from': text('POINT', 'what it answers', { short: 'rf', choices: ['user_response', 'breakpoint_tool_call'] }),
  kwargs: text('JSON', 'further settings, such as {"timeout": 60}', { short: 'k' }),
  swarm: text('NAME', 'the swarm it goes to', { short: 'n', completes: 'swarm' }),
} as const satisfies OptionSpecs;

/** Messages to agents. */
export const messageCommands = [
  replCommand({
    names: ['message', 'm', 'msg'],
    about: 'Sends a message and shows the answer.',
    arguments: [BODY],
    options: {
      ...MESSAGE_OPTIONS,
      'show-events': flag('also show everything that happens', 'se'),
    },
    example: 'message "What is the weather in Rome?" -e supervisor',
    run: async ({ session, words, values, verbose }) =>
      send(session, words, values, { mode: values['show-events'] === true ? 'conversation' : 'answer', verbose }),
  }),
  replCommand({
    names: ['message-stream', 'ms', 'msg-s'],
    about: 'Sends a message and shows how the agents work on the answer.',
    arguments: [BODY],
    options: MESSAGE_OPTIONS,
    example: 'message-stream "What is the weather in Rome?"',
    run: async ({ session, words, values, verbose }) => send(session, words, values, { mode: 'conversation', verbose }),
  }),
  replCommand({
    names: ['message-interswarm', 'mi', 'msg-i'],
    about: 'Sends a message to agents of other swarms.',
    arguments: [
      { name: 'BODY', about: 'what to say' },
      { name: 'TARGETS', about: 'agent@swarm, several separated by commas or as a JSON list' },
      {
        name: 'TOKEN',
        about: 'the token you have at the other server (default: your token here)',
        optional: true,
        secret: true,
      },
    ],
    options: {
      subject: text('TEXT', 'its subject', { short: 's' }),
      'msg-type': text('TYPE', 'type of the message (default: by the number of targets)', {
        short: 't',
        choices: ['request', 'broadcast'],
      }),
      'task-id': text('ID', 'the task it belongs to', { short: 'tid', completes: 'task' }),
    },
    example: 'message-interswarm "How is it there?" supervisor@beta,weather@gamma',
    run: async ({ session, words, values, verbose }) => {
      const [body, list, userToken] = words as [string, string, string?];
      const targets = toTargets(list);
      const type = values['msg-type'] ?? (targets.length > 1 ? 'broadcast' : 'request');
      const result = await session.client.sendInterswarmMessage({
        body,
        targets,
        msgType: type as 'request' | 'broadcast',
        userToken,
        subject: values.subject,
        taskId: values['task-id'],
      });
      session.tell(interswarmResultWire.emit(result), toPrintable(result.response.message.body), verbose);
    },
  }),
  replCommand({
    names: ['responses', 'r', 'resp'],
    about: "Asks with OpenAI's Responses API; for servers in debug mode.",
    arguments: [
      { name: 'INPUT', about: 'a JSON list of input items, or a text' },
      { name: 'TOOLS', about: 'a JSON list of tools', optional: true },
    ],
    options: {
      instructions: text('TEXT', 'instructions', { short: 'i' }),
      'previous-response-id': text('ID', 'the answer to continue from', { short: 'pr' }),
      'tool-choice': text('CHOICE', 'auto, required, or JSON', { short: 'tc' }),
      'parallel-tool-calls': flag('allow several calls at once', 'ptc'),
      kwargs: text('JSON', 'further settings', { short: 'k' }),
    },
    example: `responses "What can you do?" '[]'`,
    run: async ({ session, words, values }) => {
      const [input, tools = '[]'] = words as [string, string?];
      const { instructions, 'previous-response-id': previousResponseId, 'tool-choice': choice, kwargs } = values;
      const parallelToolCalls = values['parallel-tool-calls'];
      const answer = await session.client.responses({
        input: /^\s*\[/.test(input) ? toList('INPUT', input) : [{ role: 'user', content: input }],
        tools: toList('TOOLS', tools),
        instructions,
        previousResponseId,
        toolChoice: choice !== undefined && /^\s*\{/.test(choice) ? parseJSON(choice) : choice,
        parallelToolCalls,
        kwargs: kwargs === undefined ? undefined : toObject('--kwargs', kwargs),
      });
      session.tell(answer, toPrintable(JSON.stringify(answer, null, 2)));
    },
  }),
];

async function send(
  session: ReplSession,
  words: string[],
  values: OptionValues<typeof MESSAGE_OPTIONS>,
  { mode, verbose }: { mode: 'conversation' | 'answer'; verbose: boolean },
): Promise<void> {
  const {
    subject,
    'msg-type': msgType,
    'task-id': taskId,
    entrypoint,
    'resume-from': resumeFrom,
    kwargs,
    swarm,
  } = values;
  const message = {
    body: words.join(' '),
    subject,
    msgType,
    taskId,
    entrypoint,
    resumeFrom,
    kwargs: kwargs === undefined ? undefined : toKwargs(kwargs),
    swarm,
  } as PostMessage;
  const stream = session.client.postMessageTellings(message, { signal: session.options.signal });
  await session.watch(stream, { mode, verbose, swarm });
}

/** MAIL's own names are those of the wire. */
function toKwargs(given: string): PostMessage['kwargs'] {
  const { timeout, max_steps, limits, breakpoint_tool_call_result, breakpoint_tool_caller, tool_results, ...rest } =
    toObject('--kwargs', given);
  const [unknown] = Object.keys(rest);
  if (unknown !== undefined) throw new UsageError(`--kwargs has no '${unknown}'.`);
  return {
    timeout,
    maxSteps: max_steps,
    limits,
    breakpointToolCallResult: breakpoint_tool_call_result,
    breakpointToolCaller: breakpoint_tool_caller,
    toolResults: tool_results,
  } as PostMessage['kwargs'];
}

function toTargets(given: string): string[] {
  const targets = /^\s*\[/.test(given)
    ? toList('TARGETS', given)
    : given.split(/[,\s]+/).filter((target) => target !== '');
  const isRemote = (target: unknown): target is string => typeof target === 'string' && /^[^@]+@[^@]+$/.test(target);
  if (targets.length > 0 && targets.every(isRemote)) return targets;
  throw new UsageError(`'${given}' does not name agents of other swarms.`, {
    hint: 'Write them like supervisor@beta,weather@gamma.',
  });
}

function toList(name: string, given: string): unknown[] {
  const value = toJSON(name, given);
  if (Array.isArray(value)) return value;
  throw new UsageError(`${name} must be a JSON list.`);
}

function toObject(name: string, given: string): JSONObject {
  const value = toJSON(name, given);
  if (isJSONObject(value)) return value as JSONObject;
  throw new UsageError(`${name} must be a JSON object, such as {"timeout": 60}.`);
}

function toJSON(name: string, given: string): unknown {
  try {
    return parseJSON(given);
  } catch (cause) {
    throw new UsageError(`${name} is not JSON.`, { cause, hint: `Put JSON between single quotes: '{"timeout": 60}'` });
  }
}
