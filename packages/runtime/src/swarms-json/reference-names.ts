/** What a Python name of the MAIL reference stands for here. */
export type ReferenceTarget =
  | { kind: 'factory'; factory: BuiltInFactory }
  | { kind: 'action'; name: string }
  | { kind: 'prompt'; name: string };

/**
 * Every factory makes an agent with a language model; what tools it gets follows from its flags. What differs is what the
 * reference expects of the agent (`role`) and how its settings are read.
 */
export type BuiltInFactory = {
  role: 'agent' | 'supervisor' | 'action';
  /** Set for the factories that call OpenAI themselves: their models have no provider in the name. */
  provider?: 'openai';
  toolFormat?: 'completions' | 'responses';
};

type Row = {
  /** The Python package of one example agent. */
  python: string;
  /** Its folder in the library. */
  library: string;
  factories?: readonly string[];
  /** The package above it, which exports the same names. */
  parent?: string;
  role?: BuiltInFactory['role'];
  actions?: readonly string[];
  /** What the package calls its prompt; the module `prompts` always calls it SYSPROMPT. */
  prompt?: string;
};

const dummy = (name: string, title: string, actions: readonly string[] = []): Row => ({
  python: `mail.examples.${name}_dummy`,
  library: `examples/${name}`,
  factories: [`LiteLLM${title}Function`, `factory_${name}_dummy`],
  parent: 'mail.examples',
  actions,
  prompt: `${name.toUpperCase()}_SYSPROMPT`,
});

const member = (swarm: string, name: string, actions: readonly string[] = []): Row => ({
  python: `mail.examples.${swarm}.${name}`,
  library: `examples/${swarm.replace('_', '-')}/${name}`,
  factories: [`LiteLLM${name[0]!.toUpperCase()}${name.slice(1)}Function`],
  parent: `mail.examples.${swarm}`,
  role: actions.length === 0 ? 'agent' : 'action',
  actions,
  prompt: 'SYSPROMPT',
});

const EXAMPLES: readonly Row[] = [
  { python: 'mail.examples.supervisor', library: 'examples/supervisor', prompt: 'SUPERVISOR_SYSPROMPT' },
  dummy('weather', 'Weather', ['get_weather_forecast']),
  dummy('math', 'Math', ['calculate_expression']),
  dummy('consultant', 'Consultant'),
  dummy('analyst', 'Analyst'),
  member('support', 'coordinator'),
  member('support', 'faq', ['search_faq']),
  member('support', 'classifier', ['classify_ticket']),
  member('support', 'sentiment', ['analyze_sentiment', 'create_escalation']),
  member('data_analysis', 'analyst'),
  member('data_analysis', 'processor', ['generate_sample_data', 'parse_csv']),
  member('data_analysis', 'statistics', ['calculate_statistics', 'run_correlation']),
  member('data_analysis', 'reporter', ['format_report']),
  member('research', 'researcher'),
  member('research', 'searcher', ['search_topic', 'extract_facts']),
  member('research', 'verifier', ['verify_claim', 'rate_confidence']),
  member('research', 'summarizer', ['summarize_text', 'create_bibliography']),
];

const STANDARD_ACTIONS: Readonly<Record<string, readonly string[]>> = {
  fs: ['read_file', 'write_file', 'delete_file', 'create_directory', 'read_directory'],
  http: ['http_get', 'http_post', 'http_put', 'http_delete', 'http_patch', 'http_head', 'http_options'],
  interswarm: ['ping_swarm', 'get_swarm_health', 'get_swarm_registry'],
  mcp: [
    'mcp_ping',
    'mcp_list_tools',
    'mcp_call_tool',
    'mcp_get_prompt',
    'mcp_list_prompts',
    'mcp_read_resource',
    'mcp_list_resources',
  ],
};

const FACTORIES: Readonly<Record<string, { module: string; factory: BuiltInFactory }>> = {
  LiteLLMAgentFunction: { module: 'mail.factories.base', factory: { role: 'agent' } },
  AgentFunction: { module: 'mail.factories.base', factory: { role: 'agent' } },
  base_agent_factory: { module: 'mail.factories.base', factory: { role: 'agent' } },
  LiteLLMActionAgentFunction: { module: 'mail.factories.action', factory: { role: 'action' } },
  ActionAgentFunction: { module: 'mail.factories.action', factory: { role: 'action' } },
  action_agent_factory: { module: 'mail.factories.action', factory: { role: 'action' } },
  LiteLLMSupervisorFunction: { module: 'mail.factories.supervisor', factory: { role: 'supervisor' } },
  SupervisorFunction: { module: 'mail.factories.supervisor', factory: { role: 'supervisor' } },
  supervisor_factory: { module: 'mail.factories.supervisor', factory: { role: 'supervisor' } },
  OpenAIChatCompletionsAgentFunction: openAI('agent', 'completions'),
  OpenAIChatCompletionsSupervisorFunction: openAI('supervisor', 'completions'),
  OpenAIResponsesAgentFunction: openAI('agent', 'responses'),
  OpenAIResponsesSupervisorFunction: openAI('supervisor', 'responses'),
};

function openAI(role: BuiltInFactory['role'], toolFormat: 'completions' | 'responses') {
  return { module: 'mail.stdlib.openai.agents', factory: { role, provider: 'openai' as const, toolFormat } };
}

/**
 * The fixed table from the reference's Python names (`module.path:attribute`) to what they stand for here. Actions and
 * prompts have symbolic names that a `ReferenceLibrary` supplies.
 *
 * @example REFERENCE_NAMES.get('mail.examples.math_dummy.actions:calculate_expression')
 * // { kind: 'action', name: 'examples/math:calculateExpression' }
 */
export const REFERENCE_NAMES: ReadonlyMap<string, ReferenceTarget> = new Map([
  ...EXAMPLES.flatMap(toExampleNames),
  ...Object.entries(STANDARD_ACTIONS).flatMap(([folder, actions]) =>
    actions.flatMap((action) => toActionNames(`mail.stdlib.${folder}`, `stdlib/${folder}`, action)),
  ),
  ...Object.entries(FACTORIES).flatMap(([name, { module, factory }]): [string, ReferenceTarget][] => [
    [`${module}:${name}`, { kind: 'factory', factory }],
    [`${module.slice(0, module.lastIndexOf('.'))}:${name}`, { kind: 'factory', factory }],
  ]),
  [
    'mail.examples.supervisor.prompts:SYSPROMPT_NO_INTERSWARM_MASTER',
    { kind: 'prompt', name: 'examples/supervisor:systemPromptWithoutInterswarm' },
  ],
]);

/** Python packages export again what their modules define, so most things have two names. */
function toExampleNames(row: Row): [string, ReferenceTarget][] {
  const { python, library, factories = [], actions = [], prompt, parent } = row;
  const factory: ReferenceTarget = { kind: 'factory', factory: { role: row.role ?? 'agent' } };
  const systemPrompt: ReferenceTarget = { kind: 'prompt', name: `${library}:systemPrompt` };
  return [
    ...factories.flatMap((name): [string, ReferenceTarget][] =>
      [`${python}.agent`, python, parent].map((place) => [`${place}:${name}`, factory]),
    ),
    ...actions.flatMap((action) => toActionNames(python, library, action, parent)),
    [`${python}.prompts:SYSPROMPT`, systemPrompt],
    [`${python}:${prompt}`, systemPrompt],
  ];
}

function toActionNames(
  python: string,
  library: string,
  action: string,
  parent: string = python,
): [string, ReferenceTarget][] {
  const camel = action.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const target: ReferenceTarget = { kind: 'action', name: `${library}:${camel}` };
  const places = [`${python}.actions:`, `${python}:`, `${parent}:`, `${python}.types:action_`, `${python}:action_`];
  return places.map((place) => [`${place}${action}`, target]);
}
