import { describe, expect, test } from 'vitest';
import type { AnyAgentAdapter } from './agent-adapter.ts';
import { AgentRegistry, agents, registerAgent } from './agent-registry.ts';
import { createScriptedAdapter } from './scripted/scripted-adapter.ts';

const parrot: AnyAgentAdapter = { ...createScriptedAdapter(), name: 'parrot' };
const BUILT_IN = ['claude', 'codex', 'opencode', 'pi', 'scripted'];

describe('AgentRegistry', () => {
  test('contains the agents of this package', () => {
    expect(new AgentRegistry().names).toEqual(BUILT_IN);
  });

  test.each(BUILT_IN)('loads %s without its program', async (name) => {
    expect((await new AgentRegistry().load(name)).name).toBe(name);
  });

  test('accepts more agents, and loads those given as functions once', async () => {
    const registry = new AgentRegistry();
    let loaded = 0;
    registry.register('parrot', parrot);
    registry.register('lazy-parrot', async () => {
      loaded += 1;
      return { ...parrot };
    });
    expect(await registry.load('parrot')).toBe(parrot);
    expect(await registry.load('lazy-parrot')).toBe(await registry.load('lazy-parrot'));
    expect(loaded).toBe(1);
    expect(registry.names).toEqual([...BUILT_IN, 'parrot', 'lazy-parrot']);
  });

  test('retries an agent that could not be loaded', async () => {
    const registry = new AgentRegistry();
    let isBroken = true;
    registry.register('parrot', async () => {
      if (isBroken) throw new Error('no network');
      return parrot;
    });
    await expect(registry.load('parrot')).rejects.toThrow('no network');
    isBroken = false;
    expect(await registry.load('parrot')).toBe(parrot);
  });

  test('replaces an agent, and restores it', async () => {
    const registry = new AgentRegistry();
    const mine = registry.register('scripted', parrot);
    expect(await registry.load('scripted')).toBe(parrot);
    mine[Symbol.dispose]();
    expect((await registry.load('scripted')).name).toBe('scripted');
    registry.register('parrot', parrot)[Symbol.dispose]();
    expect(registry.names).toEqual(BUILT_IN);
  });

  test('restoring an agent does not undo later registrations', async () => {
    const registry = new AgentRegistry();
    const first = registry.register('parrot', createScriptedAdapter());
    registry.register('parrot', parrot);
    first[Symbol.dispose]();
    expect(await registry.load('parrot')).toBe(parrot);
  });

  test.each(['', 'Parrot', 'my parrot', '1st', '-x', 'a/b'])('refuses the name %j', (name) => {
    expect(() => new AgentRegistry().register(name, parrot)).toThrow('small letters, digits and hyphens');
  });

  test.each([
    ['cladue', 'Did you mean "claude"?'],
    ['open-code', 'Did you mean "opencode"?'],
    ['codx', 'Did you mean "codex"?'],
  ])('rejects %j with the known names and a suggestion', async (name, meant) => {
    const registry = new AgentRegistry();
    for (const attempt of [registry.load(name), registry.check(name)]) {
      await expect(attempt).rejects.toMatchObject({ code: 'agent_not_found', details: { names: BUILT_IN } });
      await expect(attempt).rejects.toThrow('there are claude, codex, opencode, pi, scripted.');
      await expect(attempt).rejects.toThrow(meant);
    }
  });

  test('suggests nothing when no name is close', async () => {
    await expect(new AgentRegistry().check('zzzzzzzz')).rejects.toThrow(/scripted\.$/);
  });

  test('lists every agent, with the reason where it cannot be used', async () => {
    const registry = new AgentRegistry();
    registry.register('parrot', {
      ...parrot,
      availability: async () => ({ available: false, reason: 'It is asleep.' }),
    });
    registry.register('lost', () => Promise.reject(new Error('It flew away.')));
    const list = await registry.list();
    expect(list.map(({ name }) => name)).toEqual([...BUILT_IN, 'parrot', 'lost']);
    expect(list.slice(-3)).toEqual([
      { name: 'scripted', available: true },
      { name: 'parrot', available: false, reason: 'It is asleep.' },
      { name: 'lost', available: false, reason: 'It flew away.' },
    ]);
    expect(list.every(({ available, reason }) => available || (reason ?? '') !== '')).toBe(true);
  });
});

test('registerAgent adds to the agents of this process', async () => {
  using registered = registerAgent('parrot', parrot);
  expect(await agents.load('parrot')).toBe(parrot);
  registered[Symbol.dispose]();
  expect(agents.names).not.toContain('parrot');
});
