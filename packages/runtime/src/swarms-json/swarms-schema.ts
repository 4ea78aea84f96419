import { z } from 'zod';
import { agentParamsSchema } from './agent-params-schema.ts';

const REFERENCE = 'python::mail.…:name, library::folder:name or module::./file.ts:export';

function flag(description: string) {
  return z.boolean().optional().meta({ description, default: false });
}

function names(description: string) {
  return z.array(z.string()).optional().meta({ description, default: [] });
}

/** An action that the file describes itself. */
export const actionSchema = z
  .object({
    name: z.string().min(1).meta({ description: 'What agents and models call it.' }),
    description: z.string().meta({ description: 'What it does, for the model.' }),
    parameters: z.record(z.string(), z.json()).meta({ description: 'A JSON Schema; the model gets it unchanged.' }),
    function: z
      .string()
      .min(1)
      .meta({ description: `The code: ${REFERENCE}.` }),
    idempotent: flag('Whether running it twice is as good as once.'),
  })
  .meta({ id: 'Action' });

const agentShape = {
  name: z.string().min(1).meta({ description: 'Unique within the swarm; neither "all" nor with an @ in it.' }),
  description: z.string().optional().meta({ description: 'What the agent is good for; its peers read it.' }),
  factory: z
    .string()
    .min(1)
    .optional()
    .meta({ description: `What makes the agent: ${REFERENCE}. Without it, a language model does.` }),
  comm_targets: z.array(z.string()).meta({ description: 'Agents it may write to: names, or name@swarm.' }),
  actions: names('Actions it may use, by name.'),
  enable_entrypoint: flag('Whether users may write to it.'),
  enable_interswarm: flag('Whether it may write to other swarms.'),
  can_complete_tasks: flag('Whether it may end a task; gives it task_complete.'),
  direct: flag('Whether callers may bypass the supervisor and address it; it may then complete.'),
  tool_format: z.enum(['completions', 'responses']).optional(),
  exclude_tools: names('Tools that this agent does not get.'),
};

// Parameters may be references, so they are judged after these are resolved; an editor can judge them at once.
const agentSchema = z.object({ ...agentShape, agent_params: z.record(z.string(), z.json()).optional() });
const editorAgentSchema = z.object({ ...agentShape, agent_params: agentParamsSchema.optional() }).meta({ id: 'Agent' });

const limit = z.number().positive().optional();
const bound = z.number().int().positive().optional();
const price = z.number().min(0);
const budget = z.object({ calls: limit, tokens: limit, cost: limit }).optional();

const swarmShape = {
  name: z.string().min(1).meta({ description: 'How users and other swarms call it.' }),
  version: z.string().min(1).meta({ description: 'Its version, such as 1.0.0.' }),
  description: z.string().optional(),
  keywords: names('For those who look for a swarm.'),
  public: flag('Whether it appears in lists of swarms.'),
  entrypoint: z.string().min(1).meta({ description: 'The agent that users write to.' }),
  enable_interswarm: flag('Whether its agents may write to other swarms.'),
  enable_db_agent_histories: z
    .boolean()
    .optional()
    .meta({ description: 'Has no effect: histories are always kept.', deprecated: true }),
  actions: z.array(actionSchema).optional().meta({ description: 'Actions described here.', default: [] }),
  action_imports: names(`Actions described elsewhere: ${REFERENCE}.`),
  breakpoint_tools: names('Calls of these pause the task until the caller brings the result.'),
  approval_tools: names('Calls of these actions pause the task until somebody approves, then run.'),
  exclude_tools: names('Tools that no agent gets.'),
  task_message_limit: limit.meta({ description: 'Short for limits.messages.' }),
  limits: z
    .object({
      messages: limit.meta({ description: 'Messages of a run; no limit unless given.' }),
      turns: limit.meta({ description: 'Model calls of a run; 100 unless given.' }),
      milliseconds: limit,
      tokens: limit,
      cost: limit,
      repeats: limit.meta({
        description: 'How often an agent may repeat the same call without success; 6 unless given.',
      }),
      result_bytes: limit.meta({ description: 'What the model reads of a result; 65536 unless given.' }),
      stored_result_bytes: limit.meta({ description: 'What is kept of a result; 1048576 unless given.' }),
      text_bytes: limit.meta({ description: 'What a model may write at once; 1048576 unless given.' }),
    })
    .optional()
    .meta({ description: 'What a run may use up.' }),
  model_calls: z
    .object({
      at_once: bound.meta({ description: 'Model calls of all its tasks.' }),
      per_caller: bound.meta({ description: 'Model calls of one caller.' }),
      per_model: bound.meta({ description: 'Calls to one model.' }),
      waiting_per_caller: bound.meta({ description: 'Calls of one caller that may be queued; more get 429.' }),
    })
    .optional()
    .meta({ description: 'Model calls at once, within the bounds of the server.' }),
  budgets: z
    .object({
      run: budget.meta({ description: 'Of one run.' }),
      caller: budget.meta({ description: 'Of one caller, in a day of UTC.' }),
      swarm: budget.meta({ description: 'Of everybody, in a day of UTC.' }),
    })
    .optional()
    .meta({ description: 'What model calls may use up before runs pause; nothing pauses unless given.' }),
  prices: z
    .record(
      z.string(),
      z.object({ input: price, output: price, cache_read: price.optional(), cache_write: price.optional() }),
    )
    .optional()
    .meta({ description: 'Prices per million tokens, by model.' }),
};

/** One swarm as a file describes it, before its references are resolved. */
export const swarmSchema = z.object({ ...swarmShape, agents: z.array(agentSchema).min(1) });

/** The same for editors, who cannot resolve references but know the parameters of agents. */
export const editorSwarmSchema = z
  .object({ ...swarmShape, agents: z.array(editorAgentSchema).min(1).meta({ description: 'Its agents.' }) })
  .meta({ id: 'Swarm' });

export type SwarmJSON = z.infer<typeof swarmSchema>;
export type AgentJSON = SwarmJSON['agents'][number];
export type ActionJSON = z.infer<typeof actionSchema>;
