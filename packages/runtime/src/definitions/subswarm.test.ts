import { describe, expect, test } from 'vitest';
import { burn, clerk, errorOf, postmaster, problemsOf, sampleOptions, scale } from './__fixtures__/sample-swarm.ts';
import { defineSwarm } from './define-swarm.ts';
import { subswarm } from './subswarm.ts';

const definition = defineSwarm(
  sampleOptions({
    description: 'Sorts letters.',
    enableInterswarm: true,
    agents: [
      postmaster({ commTargets: ['clerk', 'scale', 'clerk@annex'] }),
      clerk({ commTargets: ['postmaster', 'scale'], excludeTools: ['help', 'weigh_parcel'] }),
      scale({ enableEntrypoint: true }),
    ],
    actions: [burn],
    breakpointTools: ['weigh_parcel', 'send_request'],
    approvalTools: ['stamp_letter', 'burn_letter'],
    excludeTools: ['await_message', 'weigh_parcel'],
    limits: { turns: 7 },
  }),
);

describe('subswarm', () => {
  const smaller = subswarm(definition, ['clerk', 'postmaster'], { suffix: 'two-desks' });

  test('a subswarm has a name of its own and the rest of the definition', () => {
    expect(smaller).toMatchObject({
      name: 'post-office-two-desks',
      version: '1.0.0',
      description: 'Sorts letters.',
      enableInterswarm: true,
      entrypoint: 'postmaster',
      limits: { turns: 7 },
      actions: [burn],
    });
    expect(subswarm(definition, ['clerk', 'postmaster']).name).toBe('post-office-subswarm');
  });

  test('keeps the agents in the order of the swarm', () => {
    expect(smaller.agents.map(({ name }) => name)).toEqual(['postmaster', 'clerk']);
  });

  test('drops links to agents that are gone and keeps those to other swarms', () => {
    expect(smaller.agents.map(({ commTargets }) => commTargets)).toEqual([['clerk', 'clerk@annex'], ['postmaster']]);
  });

  test('no longer names tools that only removed agents had', () => {
    expect(smaller).toMatchObject({
      breakpointTools: ['send_request'],
      approvalTools: ['stamp_letter', 'burn_letter'],
      excludeTools: ['await_message'],
    });
    expect(smaller.agents[1]!.excludeTools).toEqual(['help']);
  });

  test('leaves the swarm it was taken from alone', () => {
    expect(definition.agents).toHaveLength(3);
    expect(definition.agents[0]!.commTargets).toEqual(['clerk', 'scale', 'clerk@annex']);
  });

  test('a subswarm with all agents is the same swarm under another name', () => {
    const all = definition.agents.map(({ name }) => name);
    expect({ ...subswarm(definition, all), name: definition.name }).toEqual(definition);
  });

  test('a subswarm can be taken from a subswarm', () => {
    expect(subswarm(smaller, ['postmaster', 'clerk'], { suffix: 'two' }).name).toBe('post-office-two-desks-two');
  });
});

describe('the entrypoint of a subswarm', () => {
  const completing = defineSwarm(
    sampleOptions({
      agents: [
        postmaster(),
        clerk({ commTargets: ['scale'], canCompleteTasks: true }),
        scale({ commTargets: ['clerk'], enableEntrypoint: true }),
      ],
    }),
  );

  test('the first agent that may be an entrypoint replaces one that is gone', () => {
    expect(subswarm(completing, ['clerk', 'scale']).entrypoint).toBe('scale');
  });

  test('an agent chosen as entrypoint becomes one', () => {
    const chosen = subswarm(completing, ['clerk', 'scale'], { entrypoint: 'clerk' });
    expect(chosen.entrypoint).toBe('clerk');
    expect(chosen.agents.map(({ enableEntrypoint }) => enableEntrypoint)).toEqual([true, true]);
  });

  test('the chosen entrypoint must be among the agents', () => {
    expect(problemsOf(() => subswarm(completing, ['clerk', 'scale'], { entrypoint: 'postmaster' }))).toEqual([
      { path: 'entrypoint', message: "there is no agent 'postmaster'." },
    ]);
  });

  test('a chosen entrypoint that does not exist is refused with a suggestion', () => {
    expect(errorOf(() => subswarm(completing, ['clerk'], { entrypoint: 'scala' })).message).toContain(
      "Did you mean 'scale'?",
    );
  });
});

describe('refusing a subswarm', () => {
  test('suggests a name for an unknown agent', () => {
    const error = errorOf(() => subswarm(definition, ['postmaster', 'clark']));
    expect(error.code).toBe('agent_not_found');
    expect(error.message).toContain("Did you mean 'clerk'?");
  });

  test('refuses agents of which none may complete tasks', () => {
    expect(problemsOf(() => subswarm(definition, ['clerk', 'scale'])).map(({ message }) => message)).toContain(
      'at least one agent must be allowed to complete tasks',
    );
  });

  test('refuses an empty list of agents', () => {
    expect(problemsOf(() => subswarm(definition, []))[0]!.message).toBe('a swarm needs at least one agent');
  });
});
