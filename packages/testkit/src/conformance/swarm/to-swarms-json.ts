import { systemPromptOf } from './conformance-script.ts';
import { ABOUT, type ActionName, ACTIONS, type ConformanceSwarmOptions, membersFor } from './conformance-swarm.ts';
import type { AgentName } from './plays.ts';

/** The language that the server under test has its actions in. */
export const LANGUAGES = ['typescript', 'python'] as const;
export type Language = (typeof LANGUAGES)[number];

const FACTORIES = {
  supervisor: 'python::mail.factories.supervisor:LiteLLMSupervisorFunction',
  agent: 'python::mail.factories.base:LiteLLMAgentFunction',
};

/**
 * The conformance swarm as a `swarms.json` file: for servers that load swarms from files and ask an OpenAI-compatible model.
 * The model is what `posthouse-conformance --serve-llm` answers for, the actions are what `--print-actions` writes.
 */
export function toSwarmsJSON(language: Language, options: ConformanceSwarmOptions = {}): string {
  const swarm = {
    ...ABOUT,
    public: true,
    enable_interswarm: true,
    breakpoint_tools: ['ask_human'],
    agents: Object.entries(membersFor(options)).map(([name, { commTargets, actions, leads }]) => ({
      name,
      factory: leads ? FACTORIES.supervisor : FACTORIES.agent,
      comm_targets: commTargets,
      actions,
      enable_entrypoint: leads,
      enable_interswarm: leads,
      can_complete_tasks: leads,
      tool_format: 'responses',
      agent_params: { llm: 'openai/conformance', system: systemPromptOf(name as AgentName), use_proxy: false },
    })),
    actions: Object.entries(ACTIONS).map(([name, { description, parameters }]) => ({
      name,
      description,
      parameters,
      function: functionOf(name as ActionName, language),
    })),
  };
  return `${JSON.stringify([swarm], undefined, 2)}\n`;
}

function functionOf(action: ActionName, language: Language): string {
  return language === 'python'
    ? `python::conformance_actions:${action}`
    : `module::./conformance-actions.mjs:${action}`;
}

const SOURCES: Record<Language, string> = {
  typescript: `export function get_weather({ city }) {
  if (city === 'BOOM') throw new Error('kaboom');
  return \`sunny in \${city}\`;
}

export function ask_human() {
  return 'nobody should run this';
}
`,
  python: `async def get_weather(args):
    if args["city"] == "BOOM":
        raise RuntimeError("kaboom")
    return f"sunny in {args['city']}"


async def ask_human(args):
    return "nobody should run this"
`,
};

/** The file with the actions that the swarm names; put it beside the swarm. */
export function toActionsFile(language: Language): string {
  return SOURCES[language];
}
