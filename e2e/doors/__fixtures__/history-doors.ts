import { agent, type Swarm, swarm } from '@posthouse/runtime';
import { type Script, scripted, type ScriptedModel, type ScriptedRequest } from '@posthouse/runtime/scripted';
import {
  type AI,
  aiVersions,
  type ModelMessage,
} from '../../../packages/ai-sdk-provider/src/__fixtures__/ai-versions.ts';
import { openAIModels } from '../../../packages/server/src/doors/__fixtures__/openai-models.ts';
import { finish, type TeamHost } from '../../ai-sdk-provider/__fixtures__/team-host.ts';

/** A door that takes a caller's history, as a model of the AI SDK. */
export type HistoryDoor = {
  ai: AI;
  modelOf(team: TeamHost, swarmName?: string): Parameters<AI['generateText']>[0]['model'];
};

const openAI = ({ server }: TeamHost, swarmName = 'team') => openAIModels(server.url, server.tokens!.user!, swarmName);
const newest = aiVersions.at(-1)![1];

export const historyDoors: [name: string, door: HistoryDoor][] = [
  ...aiVersions.map(([name, ai]): [string, HistoryDoor] => [
    `the provider with ${name}`,
    { ai, modelOf: (team, swarmName = 'team') => team.mail()(swarmName) },
  ]),
  ['Responses', { ai: newest, modelOf: (team, swarmName) => openAI(team, swarmName).responses as never }],
  ['Chat Completions', { ai: newest, modelOf: (team, swarmName) => openAI(team, swarmName).chat as never }],
];

/** Answers `A-1`, `A-2` and so on, and looks with a tool of the caller's when it is asked to. */
export function answering(): Script {
  let count = 0;
  return ({ messages, tools }) => {
    const last = messages.at(-1)!;
    const mayLook = tools.some(({ name }) => name === 'look');
    if (mayLook && last.toolResults.length === 0 && last.text.includes('look'))
      return { toolCalls: [{ name: 'look', input: {} }] };
    return finish(`A-${(count += 1)}`);
  };
}

/** Another swarm, and its model. */
export function otherSwarm(): { other: Swarm; model: ScriptedModel } {
  const model = scripted(answering());
  const boss = agent({ name: 'boss', model, commTargets: [], enableEntrypoint: true, canCompleteTasks: true });
  return { other: swarm({ name: 'other', version: '1.0.0', entrypoint: 'boss', agents: [boss] }), model };
}

export const user = (text: string): ModelMessage => ({ role: 'user', content: text });

/** The user's words that a model was given, in order. They look like `Q-one`. */
export function questionsIn({ messages }: ScriptedRequest): string[] {
  return messages.flatMap(({ text }) => text.match(/Q-\w+/g) ?? []);
}

/** Asks with a history, and gives the history with the answer. The caller's tool is run as often as it is called. */
export async function ask(
  { ai, modelOf }: HistoryDoor,
  team: TeamHost,
  messages: readonly ModelMessage[],
  { swarmName }: { swarmName?: string } = {},
): Promise<ModelMessage[]> {
  const { response, steps } = await ai.generateText({
    model: modelOf(team, swarmName),
    // What a page keeps is JSON.
    messages: JSON.parse(JSON.stringify(messages)) as ModelMessage[],
    tools: { look: ai.tool({ inputSchema: ai.jsonSchema<object>({ type: 'object' }), execute: () => 'rain' }) },
    stopWhen: ai.stepCountIs(4),
    maxRetries: 0,
    // To one swarm, what another one has said is only told if it is sent along.
    providerOptions: { openai: { store: swarmName === undefined } },
  });
  // Since AI SDK 7, each step has its own messages only.
  const own = steps.flatMap((step) => step.response.messages as ModelMessage[]);
  return [...messages, ...(ai === newest ? own : (response.messages as ModelMessage[]))];
}
