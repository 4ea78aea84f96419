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

describe('warnings about settings', () => {
  test('name unknown settings, which are not fatal', async () => {
    expect(await warningsOf(withParams({ max_token: 5, colour: 'red' }))).toEqual([
      {
        path: 'agents.0.agent_params.max_token',
        message: "the setting 'max_token' is not known and has no effect. Did you mean 'max_tokens'?",
      },
      { path: 'agents.0.agent_params.colour', message: "the setting 'colour' is not known and has no effect." },
    ]);
  });

  test('settings that change nothing here give no warnings', async () => {
    expect(await warningsOf(withParams({ memory: true, stream_tokens: false, print_llm_streams: true }))).toEqual([]);
  });

  test('explain which settings we do not follow', async () => {
    expect(await warningsOf(withParams({ user_token: 'secret', _debug_include_mail_tools: false }))).toEqual([
      {
        path: 'agents.0.agent_params.user_token',
        message: 'has no effect: tokens do not belong in a file; the token of the caller is used',
      },
      {
        path: 'agents.0.agent_params._debug_include_mail_tools',
        message: 'has no effect: the tools of an agent follow from its flags and from exclude_tools',
      },
    ]);
  });

  test('warnings show no secrets', async () => {
    expect(JSON.stringify(await warningsOf(withParams({ user_token: 'sesame' })))).not.toContain('sesame');
  });

  test('name settings that contradict each other', async () => {
    const agent = { tool_format: 'completions', ...withParams({ tool_format: 'responses', model: 'scripted/other' }) };
    expect(await warningsOf(agent)).toEqual([
      {
        path: 'agents.0.agent_params.tool_format',
        message: "has no effect: the agent's own tool_format is 'completions'",
      },
      { path: 'agents.0.agent_params.model', message: 'has no effect: llm is given too' },
    ]);
  });

  test('settings that say the same twice give no warnings', async () => {
    const agent = {
      tool_format: 'completions',
      ...withParams({ tool_format: 'completions', model: 'scripted/clerk' }),
    };
    expect(await warningsOf(agent)).toEqual([]);
  });
});

describe('warnings about factories', () => {
  test('a supervisor that may not complete gives a warning', async () => {
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

  test('an action factory without actions gives a warning', async () => {
    expect(await warningsOf({ factory: 'python::mail.factories.action:ActionAgentFunction' })).toEqual([
      { path: 'agents.0.actions', message: "agent 'clerk' is made for actions, but it lists none" },
    ]);
  });

  test('other factories give no warnings', async () => {
    expect(await warningsOf({ factory: 'python::mail.factories.base:LiteLLMAgentFunction' })).toEqual([]);
    expect(await warningsOf({ factory: 'python::mail.factories.supervisor:LiteLLMSupervisorFunction' })).toEqual([]);
  });
});
