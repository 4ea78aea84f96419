import { z } from 'zod';

/** Where a model is, for names of one's own: any server that speaks one of these languages. */
export const modelPlace = z.strictObject({
  provider: z.string().min(1).max(100),
  model: z.string().min(1).max(200),
  baseURL: z
    .string()
    .refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), 'http(s)://…')
    .optional(),
  api: z.enum(['openai-completions', 'openai-responses', 'anthropic-messages']).optional(),
  /** The name of the variable that holds the key. Keys themselves have no place in this file. */
  apiKeyEnv: z
    .string()
    .regex(/^[A-Za-z_][A-Za-z0-9_]*$/)
    .optional(),
});
export type ModelPlace = z.infer<typeof modelPlace>;

const globs = z.array(z.string().min(1).max(100)).max(100);

/** Which tools an agent may use; what is denied is denied, whatever is allowed. */
export const permissions = z.strictObject({
  tools: z.strictObject({ allow: globs.default(['*']), deny: globs.default([]) }),
  capabilities: z.array(z.string()).optional(),
  can_delegate: z.unknown().optional(),
  can_access_context: z.unknown().optional(),
  max_tokens_per_call: z.number().int().positive().max(1_000_000).optional(),
});

/** `agent.json`: who an agent is, which model it thinks with, and what it may do. */
export const agentConfig = z.strictObject({
  id: z.string().min(1).max(100),
  name: z.string().min(1).max(200),
  version: z.string().max(50).default('1.0.0'),
  role: z.strictObject({
    description: z.string().min(1).max(10_000),
    personality: z.string().max(10_000).optional(),
    system_prompt: z.string().max(100_000).optional(),
  }),
  model: z.strictObject({
    /** A name from `models`, one of ours, or `provider/model`. */
    primary: z.string().min(1).max(300),
    fallback: z.string().min(1).max(300).optional(),
    temperature: z.number().min(0).max(2).optional(),
    thinking: z.enum(['none', 'low', 'medium', 'high']).default('medium'),
  }),
  models: z.record(z.string(), modelPlace).default({}),
  permissions,
  chat: z
    .strictObject({
      /** How often an answer that is being written is saved. */
      persist_interval_ms: z.number().int().min(100).max(60_000).default(5_000),
      /** How many answers may be written at the same time. */
      max_sessions: z.number().int().min(1).max(10_000).default(200),
    })
    .default({ persist_interval_ms: 5_000, max_sessions: 200 }),
  responsibilities: z.unknown().optional(),
  memory: z.unknown().optional(),
  error_handling: z.unknown().optional(),
});
export type AgentConfig = z.infer<typeof agentConfig>;

/** What holds where no file says otherwise, and what the first file contains. */
export const DEFAULT_AGENT: AgentConfig = agentConfig.parse({
  id: 'jobs',
  name: 'Jobs Agent',
  version: '1.0.0',
  role: {
    description:
      'Finds, compares and prepares applications for jobs, on the postings and resumes that the user has saved.',
    personality: 'Brief, concrete and honest about what does not fit.',
  },
  model: { primary: 'smart', fallback: 'fast', thinking: 'medium' },
  permissions: { tools: { allow: ['jobs_*', 'resume_list', 'resume_get', 'resume_get_default'], deny: [] } },
});
