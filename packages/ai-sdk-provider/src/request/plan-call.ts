import {
  InvalidPromptError,
  type JSONObject,
  type JSONValue,
  type LanguageModelV3CallOptions,
  type LanguageModelV3Message,
  type LanguageModelV3Prompt,
  type SharedV3Warning,
} from '@ai-sdk/provider';
import { type HistoryTurn, newId, readHistory, toFingerprint, type ToldCall } from '@posthouse/protocol/light';
import { type PartMark, readMark } from '../metadata.ts';
import type { MAILModelSettings } from '../provider-settings.ts';
import { findAnswers } from './find-answers.ts';
import { findWarnings } from './find-warnings.ts';
import { toInstructions, toMessageText, toTurnText } from './to-message-text.ts';

/** What one call of the model comes to on the wire. */
export type CallPlan = {
  taskId: string;
  /** The swarm as the model was asked for it; marks in the history compare it. */
  swarm: string;
  /** The swarm as the server is asked for it; absent for its default. */
  swarmName?: string | undefined;
  /** What to post: a message, or results that the task waits for. */
  body: JSONObject;
  /** Results that go ahead of a message. */
  results?: JSONObject | undefined;
  /** What to do when the server refuses because it does not know the task, or because that has gone on since. */
  instead?: ((code: string | undefined) => CallPlan | undefined) | undefined;
  /** Calls of an earlier answer that may get their results in this one. */
  adopted: ToldCall[];
  /** Names of tools that the caller answers for. */
  declared: ReadonlySet<string>;
  /** The answer has to be JSON. */
  structured: boolean;
  /** The caller does not want to see tools. */
  withoutTools: boolean;
  includeEvents: boolean;
  /** Stands for the instructions in the prompt. */
  instructions?: string | undefined;
  /** Where in its log the task is continued. */
  seq?: number | undefined;
  /** Stands for the messages of the user that this call brings. */
  digest: string;
  warnings: SharedV3Warning[];
};

/** Decides what to post, from the prompt and the settings alone. */
export function planCall(
  options: LanguageModelV3CallOptions,
  model: { modelId: string; settings: MAILModelSettings },
): CallPlan {
  const warnings = findWarnings(options);
  const settings = {
    ...readSettings(model.settings, 'settings', warnings),
    ...readSettings(options.providerOptions?.mail, 'providerOptions.mail', warnings),
  };
  const swarm = settings.swarm ?? model.modelId;
  const history = toHistory(options.prompt, { swarm, taskId: settings.taskId });
  return toPlan({ options, settings, swarm, history, left: [], warnings });
}

function toPlan(from: {
  options: LanguageModelV3CallOptions;
  settings: MAILModelSettings;
  swarm: string;
  history: HistoryTurn<PartMark>[];
  /** Answers that their task has left behind. */
  left: PartMark[];
  warnings: SharedV3Warning[];
}): CallPlan {
  const { options, settings, swarm, history, left, warnings } = from;
  const { prompt, tools = [], toolChoice, responseFormat } = options;
  const functions = tools.filter((tool) => tool.type === 'function');
  const withoutTools = toolChoice?.type === 'none';
  const { type, mark, from: news, digest } = readHistory(history, left);
  const taskId = settings.taskId ?? mark?.taskId ?? newId();
  const { results, adopted, told } = findAnswers(prompt, news - 1);
  const instructions = toInstructions(prompt);
  const fingerprint = toFingerprint(instructions);
  const text = toMessageText({
    messages: prompt.slice(news),
    told,
    // A task remembers its instructions; new ones it has to be told.
    instructions: type === 'after' && mark.instructions === fingerprint ? '' : instructions,
  });
  if (text === '' && results.length === 0 && settings.resumeFrom === undefined) throw nothingToSend(prompt);
  // What has come of the task since is no part of the caller's history.
  const seq = type === 'after' ? mark.seq : undefined;
  const swarmName = swarm === 'default' ? undefined : swarm;
  const base = { task_id: taskId, stream: 'tellings', swarm: swarmName };
  const message = {
    ...base,
    body: text,
    entrypoint: settings.entrypoint,
    bypass_supervisor: settings.bypassSupervisor,
    resume_from: settings.resumeFrom ?? (mark && 'user_response'),
    after: seq,
    before_run: type === 'before' ? mark.run : undefined,
    tools: withoutTools || functions.length === 0 ? undefined : functions.map(toTool),
    response_format: toFormat(responseFormat),
  };
  const resume = (result: JSONValue): JSONObject => ({
    ...base,
    resume_from: 'breakpoint_tool_call',
    kwargs: { breakpoint_tool_call_result: result },
  });
  const words = settings.resumeFrom === 'breakpoint_tool_call' ? resume(text) : message;
  const answers =
    results.length > 0 ? resume(results.map(({ callId, content }) => ({ call_id: callId, content }))) : undefined;
  // The words join the run that the results set going again, and a run keeps the tools it was started with.
  const { tools: _tools, response_format: _format, resume_from: _resume, ...joining } = message;
  return {
    taskId,
    swarm,
    swarmName,
    body: answers === undefined ? words : text === '' ? answers : joining,
    results: text === '' ? undefined : answers,
    instead:
      mark &&
      ((code) => {
        if (code === 'task_moved_on') return toPlan({ ...from, left: [...left, mark] });
        if (code !== 'task_not_found' || settings.taskId !== undefined) return undefined;
        return toPlan({ ...from, history: history.map((turn) => (turn && 'said' in turn ? turn : undefined)) });
      }),
    // A call of an earlier message cannot get its result in a new one.
    adopted: text === '' ? adopted : [],
    declared: new Set(functions.map((tool) => tool.name)),
    structured: responseFormat?.type === 'json',
    withoutTools,
    includeEvents: settings.includeEvents === true,
    instructions: fingerprint,
    seq,
    digest,
    warnings,
  };
}

/** Newer versions of the AI SDK leave the answer to an approval out unless it says who runs the tool. */
function nothingToSend(prompt: unknown): InvalidPromptError {
  const message =
    'There is no message of the user and no result to send. ' +
    "If you answer an approval, its part needs 'providerExecuted: true', or the AI SDK leaves it out.";
  return new InvalidPromptError({ prompt, message });
}

function toTool(tool: { name: string; description?: string; inputSchema: unknown }): JSONObject {
  return { name: tool.name, description: tool.description, parameters: tool.inputSchema as JSONObject };
}

function toFormat(format: LanguageModelV3CallOptions['responseFormat']): JSONObject | undefined {
  if (format?.type !== 'json') return undefined;
  const { schema = { type: 'object' }, name, description } = format;
  return { title: name, description, ...(schema as JSONObject) };
}

type Name = keyof MAILModelSettings;
const FLAGS: Name[] = ['bypassSupervisor', 'includeEvents'];
const NAMES: Name[] = ['swarm', 'entrypoint', 'taskId', 'resumeFrom', ...FLAGS];

/** The settings among what somebody gave as such; for the rest a warning, because compilers do not see all that is given. */
function readSettings(given: object = {}, place: string, warnings: SharedV3Warning[]): MAILModelSettings {
  const right = Object.entries(given).filter(([name, value]) => {
    if (value === undefined) return false;
    const type = FLAGS.includes(name as Name) ? 'boolean' : 'string';
    const isKnown = NAMES.includes(name as Name);
    if (isKnown && typeof value === type) return true;
    // The names are so few that two letters tell which one was meant; slips are rarely at the beginning.
    const meant = NAMES.find((each) => each.startsWith(name.slice(0, 2).toLowerCase())) ?? NAMES.join(', ');
    const details = isKnown ? `Not used: it must be a ${type}.` : `Not used. Did you mean ${meant}?`;
    warnings.push({ type: 'unsupported', feature: `${place}.${name}`, details });
    return false;
  });
  return Object.fromEntries(right);
}

/** As much of a prompt as says what it means to this swarm, or to the task that was asked for. */
function toHistory(
  prompt: LanguageModelV3Prompt,
  { swarm, taskId }: { swarm: string; taskId?: string | undefined },
): HistoryTurn<PartMark>[] {
  const isOurs = (mark: PartMark) => (taskId === undefined ? mark.swarm === swarm : mark.taskId === taskId);
  return prompt.map((message) => {
    if (message.role === 'user') return { said: toTurnText(message) };
    const marks = marksOf(message).filter(isOurs);
    return marks.length === 0 ? undefined : { marks };
  });
}

function marksOf(message: LanguageModelV3Message): PartMark[] {
  if (message.role !== 'assistant') return [];
  return message.content.flatMap((part) => readMark(part) ?? []);
}
