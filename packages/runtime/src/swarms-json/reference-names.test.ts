import { describe, expect, test } from 'vitest';
import { REFERENCE_NAMES } from './reference-names.ts';

function symbolicNames(kind: 'action' | 'prompt'): string[] {
  const targets = [...REFERENCE_NAMES.values()].filter((target) => target.kind === kind);
  return [...new Set(targets.map((target) => (target as { name: string }).name))].toSorted();
}

describe('REFERENCE_NAMES', () => {
  test.each([
    'mail.factories.base:LiteLLMAgentFunction',
    'mail.factories.base:AgentFunction',
    'mail.factories.base:base_agent_factory',
    'mail.factories.action:LiteLLMActionAgentFunction',
    'mail.factories.action:ActionAgentFunction',
    'mail.factories.action:action_agent_factory',
    'mail.factories.supervisor:LiteLLMSupervisorFunction',
    'mail.factories.supervisor:SupervisorFunction',
    'mail.factories.supervisor:supervisor_factory',
    'mail.factories:LiteLLMAgentFunction',
    'mail.factories:supervisor_factory',
    'mail.examples.weather_dummy.agent:LiteLLMWeatherFunction',
    'mail.examples.weather_dummy.agent:factory_weather_dummy',
    'mail.examples.weather_dummy:LiteLLMWeatherFunction',
    'mail.examples:LiteLLMWeatherFunction',
    'mail.examples:factory_analyst_dummy',
    'mail.examples.support.faq.agent:LiteLLMFaqFunction',
    'mail.examples.data_analysis.statistics.agent:LiteLLMStatisticsFunction',
    'mail.examples.research:LiteLLMResearcherFunction',
    'mail.stdlib.openai.agents:OpenAIResponsesAgentFunction',
    'mail.stdlib.openai:OpenAIChatCompletionsSupervisorFunction',
  ])('contains the factory %s', (name) => {
    expect(REFERENCE_NAMES.get(name)).toMatchObject({ kind: 'factory' });
  });

  test('knows what the reference expects of agents that a factory makes', () => {
    const role = (name: string) => (REFERENCE_NAMES.get(name) as { factory: { role: string } }).factory.role;
    expect(role('mail.factories.supervisor:LiteLLMSupervisorFunction')).toBe('supervisor');
    expect(role('mail.factories.action:ActionAgentFunction')).toBe('action');
    expect(role('mail.examples.support.coordinator.agent:LiteLLMCoordinatorFunction')).toBe('agent');
    expect(role('mail.examples.support.faq.agent:LiteLLMFaqFunction')).toBe('action');
  });

  test.each([
    ['mail.examples.weather_dummy.actions:get_weather_forecast', 'examples/weather:getWeatherForecast'],
    ['mail.examples.weather_dummy:get_weather_forecast', 'examples/weather:getWeatherForecast'],
    ['mail.examples.weather_dummy.types:action_get_weather_forecast', 'examples/weather:getWeatherForecast'],
    ['mail.examples.weather_dummy:action_get_weather_forecast', 'examples/weather:getWeatherForecast'],
    ['mail.examples.support:search_faq', 'examples/support/faq:searchFaq'],
    ['mail.examples.data_analysis.processor.actions:parse_csv', 'examples/data-analysis/processor:parseCsv'],
    ['mail.stdlib.mcp.actions:mcp_ping', 'stdlib/mcp:mcpPing'],
    ['mail.stdlib.fs:read_file', 'stdlib/fs:readFile'],
  ])('maps %s to the action %s', (python, name) => {
    expect(REFERENCE_NAMES.get(python)).toEqual({ kind: 'action', name });
  });

  test.each([
    ['mail.examples.supervisor.prompts:SYSPROMPT', 'examples/supervisor:systemPrompt'],
    ['mail.examples.supervisor:SUPERVISOR_SYSPROMPT', 'examples/supervisor:systemPrompt'],
    ['mail.examples.math_dummy:MATH_SYSPROMPT', 'examples/math:systemPrompt'],
    ['mail.examples.research.verifier:SYSPROMPT', 'examples/research/verifier:systemPrompt'],
  ])('maps %s to the prompt %s', (python, name) => {
    expect(REFERENCE_NAMES.get(python)).toEqual({ kind: 'prompt', name });
  });

  test('needs exactly these actions of the library', () => {
    expect(symbolicNames('action').filter((name) => name.startsWith('examples/'))).toEqual([
      'examples/data-analysis/processor:generateSampleData',
      'examples/data-analysis/processor:parseCsv',
      'examples/data-analysis/reporter:formatReport',
      'examples/data-analysis/statistics:calculateStatistics',
      'examples/data-analysis/statistics:runCorrelation',
      'examples/math:calculateExpression',
      'examples/research/searcher:extractFacts',
      'examples/research/searcher:searchTopic',
      'examples/research/summarizer:createBibliography',
      'examples/research/summarizer:summarizeText',
      'examples/research/verifier:rateConfidence',
      'examples/research/verifier:verifyClaim',
      'examples/support/classifier:classifyTicket',
      'examples/support/faq:searchFaq',
      'examples/support/sentiment:analyzeSentiment',
      'examples/support/sentiment:createEscalation',
      'examples/weather:getWeatherForecast',
    ]);
    expect(symbolicNames('action').filter((name) => name.startsWith('stdlib/'))).toHaveLength(22);
  });

  test('needs exactly these prompts of the library', () => {
    expect(symbolicNames('prompt')).toEqual([
      'examples/analyst:systemPrompt',
      'examples/consultant:systemPrompt',
      'examples/data-analysis/analyst:systemPrompt',
      'examples/data-analysis/processor:systemPrompt',
      'examples/data-analysis/reporter:systemPrompt',
      'examples/data-analysis/statistics:systemPrompt',
      'examples/math:systemPrompt',
      'examples/research/researcher:systemPrompt',
      'examples/research/searcher:systemPrompt',
      'examples/research/summarizer:systemPrompt',
      'examples/research/verifier:systemPrompt',
      'examples/supervisor:systemPrompt',
      'examples/supervisor:systemPromptWithoutInterswarm',
      'examples/support/classifier:systemPrompt',
      'examples/support/coordinator:systemPrompt',
      'examples/support/faq:systemPrompt',
      'examples/support/sentiment:systemPrompt',
      'examples/weather:systemPrompt',
    ]);
  });

  test('every name looks like Python', () => {
    for (const name of REFERENCE_NAMES.keys()) expect(name).toMatch(/^mail(\.[a-z_]+)+:[A-Za-z_]+$/);
  });
});
