import { z } from 'zod';

/**
 * The settings of an agent that its factory takes. Other keys are allowed, because a factory of the user's own may know
 * them; for the built-in ones they are reported.
 */
export const agentParamsSchema = z
  .looseObject({
    llm: z.string().min(1).optional().meta({ description: 'The language model, such as openai/gpt-5-mini.' }),
    model: z.string().min(1).optional().meta({ description: 'Another name for llm.' }),
    system: z
      .string()
      .optional()
      .meta({ description: "The system prompt, or a reference to one. {swarm} stands for the swarm's name." }),
    reasoning_effort: z.enum(['minimal', 'low', 'medium', 'high']).optional(),
    thinking_budget: z.int().positive().optional().meta({ description: 'How many tokens the model may think.' }),
    max_tokens: z.int().positive().optional().meta({ description: 'How many tokens an answer may have.' }),
    temperature: z.number().min(0).optional(),
    default_tool_choice: z.enum(['auto', 'required']).optional(),
    use_proxy: z
      .boolean()
      .optional()
      .meta({ description: 'Whether model calls go to LITELLM_PROXY_API_BASE. True for the reference’s factories.' }),
    tool_format: z.enum(['completions', 'responses']).optional(),
    exclude_tools: z.array(z.string()).optional(),
    provider_options: z
      .record(z.string(), z.record(z.string(), z.json()))
      .optional()
      .meta({ description: 'Settings for the provider of the model, by its name; handed on as they are.' }),
  })
  .meta({ id: 'AgentParams', description: 'Settings of the agent, most of them for its language model.' });

export type AgentParams = z.infer<typeof agentParamsSchema>;
