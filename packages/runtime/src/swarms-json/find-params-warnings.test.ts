import { describe, expect, test } from 'vitest';
import { reportOf, soloJSON } from './__fixtures__/samples.ts';

async function warningsOf(agent: object) {
  const { problems, warnings } = await reportOf(soloJSON(agent));
  expect(problems).toEqual([]);
  return warnings;
}

function withParams(params: object): object {
  return { agent_params: { llm: 'scripted/clerk', ...params } };
}

describe('settings', () => {
  test('that nobody knows are reported, not fatal', async () => {
    expect(await warningsOf(withParams({ max_token: 5, colour: 'red' }))).toEqual([
      {
        path: 'agents.0.agent_params.max_token',
        message: "the setting 'max_token' is not known and has no effect. Did you mean 'max_tokens'?",
      },
      { path: 'agents.0.agent_params.colour', message: "the setting 'colour' is not known and has no effect." },
    ]);
  });

  test('that change nothing here are accepted in silence', async () => {
    expect(await warningsOf(withParams({ memory: true, stream_tokens: false, print_llm_streams: true }))).toEqual([]);
  });

  test('that we do not follow say why', async () => {
    expect(await warningsOf(withParams({ user_token: 'secret', _debug_include_mail_tools: false }))).toEqual([
      {
        path: 'agents.0.agent_params.user_token',
        message: 'has no effect: tokens do not belong into a file; the token of the caller is used',
      },
      {
        path: 'agents.0.agent_params._debug_include_mail_tools',
        message: 'has no effect: the tools of an agent follow from its flags and from exclude_tools',
      },
    ]);
  });

  test('do not show secrets', async () => {
    expect(JSON.stringify(await warningsOf(withParams({ user_token: 'sesame' })))).not.toContain('sesame');
  });

  test('that contradict each other are reported', async () => {
    const agent = { tool_format: 'completions', ...withParams({ tool_format: 'responses', model: 'scripted/other' }) };
    expect(await warningsOf(agent)).toEqual([
      {
        path: 'agents.0.agent_params.tool_format',
        message: "has no effect: the agent's own tool_format is 'completions'",
      },
      { path: 'agents.0.agent_params.model', message: 'has no effect: llm is given too' },
    ]);
  });

  test('that say the same twice are fine', async () => {
    const agent = {
      tool_format: 'completions',
      ...withParams({ tool_format: 'completions', model: 'scripted/clerk' }),
    };
    expect(await warningsOf(agent)).toEqual([]);
  });
});

describe('factories that promise what the flags do not keep', () => {
  test("a supervisor's that may not complete", async () => {
    const second = {
      name: 'deputy',
      comm_targets: ['clerk'],
      factory: 'python::mail.factories.supervisor:supervisor_factory',
      agent_params: { llm: 'scripted/deputy' },
    };
    const solo = soloJSON({}) as { agents: object[] };
    const { problems, warnings } = await reportOf({ ...solo, agents: [...solo.agents, second] });
    expect(problems).toEqual([]);
    expect(warnings).toEqual([
      {
        path: 'agents.1.can_complete_tasks',
        message: "agent 'deputy' has a supervisor's factory, but only can_complete_tasks lets it complete",
      },
    ]);
  });

  test('one for actions without any', async () => {
    expect(await warningsOf({ factory: 'python::mail.factories.action:ActionAgentFunction' })).toEqual([
      { path: 'agents.0.actions', message: "agent 'clerk' is made for actions, but it lists none" },
    ]);
  });

  test('others are fine', async () => {
    expect(await warningsOf({ factory: 'python::mail.factories.base:LiteLLMAgentFunction' })).toEqual([]);
    expect(await warningsOf({ factory: 'python::mail.factories.supervisor:LiteLLMSupervisorFunction' })).toEqual([]);
  });
});
