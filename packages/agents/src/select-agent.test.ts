import { describe, expect, test } from 'vitest';
import { AgentRegistry } from './agent-registry.ts';
import { selectAgent } from './select-agent.ts';

const registry = new AgentRegistry();

describe('selectAgent', () => {
  test.each([
    [{ session: 'pi', config: 'claude', env: { AGENT: 'codex' } }, 'pi'],
    [{ config: 'claude', env: { AGENT: 'codex' } }, 'codex'],
    [{ config: 'claude', env: {} }, 'claude'],
    [{ config: 'claude', env: { AGENT: '' } }, 'claude'],
    [{ session: '', env: {} }, undefined],
    [{ env: {} }, undefined],
  ])('selects for %j the agent %j', async (selection, expected) => {
    expect(await selectAgent({ ...selection, registry })).toBe(expected);
  });

  test.each([{ session: 'nobody', env: {} }, { env: { AGENT: 'nobody' } }, { config: 'nobody', env: {} }])(
    'fails for %j with the known names',
    async (selection) => {
      await expect(selectAgent({ ...selection, registry })).rejects.toMatchObject({ code: 'agent_not_found' });
    },
  );

  test('reads the environment of the process', async () => {
    const { AGENT } = process.env;
    try {
      process.env.AGENT = 'scripted';
      expect(await selectAgent({})).toBe('scripted');
    } finally {
      if (AGENT === undefined) delete process.env.AGENT;
      else process.env.AGENT = AGENT;
    }
  });
});
