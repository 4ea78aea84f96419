import { type JSONObject, type JSONValue, newId, PosthouseError } from '@posthouse/protocol';
import { z } from 'zod';
import type { AgentFunction, AgentFunctionCall, AgentFunctionOutput } from '../definitions/agent-function.ts';
import type { AgentOptions } from '../definitions/agent.ts';
import type { ToolChoice } from '../respond/respond.ts';
import type { PythonBridge } from './python-bridge.ts';
import { type AgentMemo, PROVIDER_TOOLS, toReferenceMessages } from './reference-messages.ts';
import { toReferenceTool } from './reference-tools.ts';

export type PythonAgentOptions = {
  /** The Python name of its factory. */
  factory: string;
  options: AgentOptions;
  /** The agent's own parameters; texts with `python::` are what they name by the time the factory gets them. */
  params: JSONObject;
  /** Tools that no agent of the swarm gets. */
  excluded: readonly string[];
  /** Tools that people answer: the reference passes their answers on word for word. */
  breakpoints: readonly string[];
};

/** What the runner tells of the calls that an agent has given back. */
const answerSchema = z.array(
  z.object({
    tool_name: z.string().min(1),
    tool_args: z.record(z.string(), z.json()),
    tool_call_id: z.string().min(1),
    completion: z.record(z.string(), z.json()),
    responses: z.array(z.json()),
    reasoning: z.array(z.string()).nullable(),
    preamble: z.string().nullable(),
  }),
);

type ToolAnswers = z.infer<typeof answerSchema>;

/** An agent that a factory in Python makes, as a function that our runtime can ask. */
export function pythonAgent(python: PythonBridge, made: PythonAgentOptions): AgentFunction {
  const { factory, options } = made;
  // A swarm that was loaded anew has new agents, whatever they are called.
  const definition = newId();
  return async ({ inputs, task, toolChoice, signal, userToken, history }) => {
    const answer = await python.answer(
      {
        factory,
        key: `${definition}/${task.owner}`,
        params: toFactoryParams(made),
        user_token: userToken ?? null,
        messages: toReferenceMessages(await history(), inputs, made.breakpoints),
        tool_choice: toReferenceChoice(toolChoice),
      },
      { signal },
    );
    const calls = readCalls(answer, options.name);
    if (calls.length === 0) {
      throw new PosthouseError({
        code: 'invalid_output',
        message: `agent '${options.name}' returned no tool calls; at least one tool call is required`,
      });
    }
    return toOutput(calls);
  };
}

function readCalls(answer: JSONValue, agent: string): ToolAnswers {
  const { data, error } = answerSchema.safeParse(answer);
  if (error === undefined) return data;
  throw new PosthouseError({
    code: 'invalid_output',
    message: `agent '${agent}' returned calls that are not as an AgentToolCall: ${z.prettifyError(error)}`,
    cause: error,
  });
}

/** The keywords that the reference calls a factory with, apart from the token of the user. The agent's own parameters win. */
function toFactoryParams({ options, params, excluded }: PythonAgentOptions): JSONObject {
  const { tool_format: _, exclude_tools: own, ...rest } = params;
  const { name, commTargets, actions = [], toolFormat = 'responses' } = options;
  const hidden = [...(options.excludeTools ?? []), ...(Array.isArray(own) ? (own as string[]) : []), ...excluded];
  return {
    name,
    comm_targets: commTargets,
    tools: actions.map((each) => toReferenceTool(each, toolFormat)),
    enable_entrypoint: options.enableEntrypoint ?? false,
    enable_interswarm: options.enableInterswarm ?? false,
    tool_format: toolFormat,
    can_complete_tasks: options.canCompleteTasks ?? false,
    ...rest,
    exclude_tools: [...new Set(hidden)].toSorted(),
  };
}

/** The reference names a tool in the form of responses, in whichever format the agent is. */
function toReferenceChoice(choice: ToolChoice): JSONValue {
  return typeof choice === 'string' ? choice : { type: 'function', name: choice.tool };
}

function toOutput(answers: ToolAnswers): AgentFunctionOutput {
  const [first] = answers as [ToolAnswers[number]];
  const texts = answers.filter(({ tool_name: tool }) => tool === 'text_output');
  const calls = answers.filter((call) => !texts.includes(call)).map(toCall);
  const memo: AgentMemo =
    Object.keys(first.completion).length > 0 ? { completion: first.completion } : { responses: first.responses };
  const text = texts.map(({ tool_args: { content } }) => (typeof content === 'string' ? content : '')).join('\n\n');
  return { calls, memo: memo as JSONValue, ...(text === '' ? {} : { text }) };
}

function toCall(call: ToolAnswers[number]): AgentFunctionCall {
  const { tool_name: tool, tool_args: input, tool_call_id: callId, preamble } = call;
  const reasoning = call.reasoning?.filter((block) => block.trim() !== '').join('\n\n') ?? '';
  return {
    tool,
    input,
    callId,
    ...(reasoning === '' ? {} : { reasoning }),
    ...(preamble === null || preamble === '' ? {} : { preamble }),
    // Its arguments tell what came of it as well.
    ...(PROVIDER_TOOLS.has(tool) ? { result: input } : {}),
  };
}
