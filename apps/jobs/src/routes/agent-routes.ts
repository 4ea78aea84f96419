import { z } from 'zod';
import { isToolAllowed } from '../agent/is-tool-allowed.ts';
import { type ModelChoice, usableModels } from '../agent/model-choice.ts';
import type { Agent } from '../agent/open-agent.ts';
import type { Language } from '../errors/language.ts';
import { ownerRoute, type Route } from '../http/route.ts';
import { ALL_TOOLS } from '../tools/all-tools.ts';
import { toParameters } from '../tools/to-pi-tools.ts';

export type AgentRoutesOptions = {
  readonly agent: Agent;
  readonly chat: { readonly running: number };
  readonly startedAt: Date;
};

const modelView = z.object({
  primary: z.string(),
  resolved: z.string().nullable(),
  fallback: z.string().nullable(),
  thinking: z.string(),
  available: z.boolean(),
  reason: z.string().optional(),
});

const statusView = z
  .object({
    status: z.enum(['ready', 'degraded', 'busy']),
    agent: z.object({ id: z.string(), name: z.string(), version: z.string() }),
    model: modelView,
    tools: z.array(
      z.object({
        name: z.string(),
        description: z.string(),
        category: z.string(),
        parameters: z.record(z.string(), z.unknown()),
      }),
    ),
    activeSessions: z.number().int(),
    configPath: z.string(),
    configErrors: z.array(z.string()),
    uptimeSeconds: z.number().int(),
  })
  .meta({ id: 'AgentStatus' });

/** How the agent is. `/jobs/status` says the same, where some clients look for it. */
export function agentRoutes(options: AgentRoutesOptions): Route[] {
  const { id } = options.agent;
  const route = (path: string, operation: string): Route =>
    ownerRoute({
      method: 'get',
      path,
      operation,
      tag: 'agent',
      summary: 'The status of the agent, its model and its tools',
      answers: { 200: { description: 'The agent.', schema: statusView } },
      handle: ({ c, language }, services) => c.json(toStatus(options, services.now(), language)),
    });
  return [route(`/${id}/agent/status`, 'getAgentStatus'), route(`/${id}/status`, 'getStatus')];
}

function toStatus(
  { agent, chat, startedAt }: AgentRoutesOptions,
  now: Date,
  language: Language,
): z.infer<typeof statusView> {
  const { config, errors: problems } = agent.file.read();
  const errors = [...problems, ...agent.keys.read().errors];
  const choice = agent.choose();
  const model = toModel(choice, language);
  const { running } = chat;
  const isBusy = running >= config.chat.max_sessions;
  const { id, name, version } = config;
  return {
    status: isBusy ? 'busy' : model.available && errors.length === 0 ? 'ready' : 'degraded',
    agent: { id, name, version },
    model,
    tools: ALL_TOOLS.filter((tool) => isToolAllowed(tool.name, config.permissions.tools)).map((tool) => ({
      name: tool.name,
      description: tool.description,
      category: tool.category,
      parameters: toParameters(tool),
    })),
    activeSessions: running,
    configPath: agent.file.path,
    configErrors: errors,
    uptimeSeconds: Math.max(0, Math.floor((now.getTime() - startedAt.getTime()) / 1_000)),
  };
}

const OFFLINE = { en: ' The chat answers offline, by rules.', zh: '对话将以离线规则方式回答。' };

/** Whom the agent asks. Without a key it still answers, by rules. */
function toModel(choice: ModelChoice, language: Language): z.infer<typeof modelView> {
  const { primary, fallback, thinking } = choice.config.model;
  const [first] = usableModels(choice);
  const base = { primary, fallback: fallback ?? null, thinking };
  if (first !== undefined) return { ...base, resolved: `${first.model.provider}/${first.model.id}`, available: true };
  const reason = choice.primary.available ? '' : choice.primary.reason[language];
  return { ...base, resolved: null, available: false, reason: `${reason}${OFFLINE[language]}`.trim() };
}
