import { describe, expect, test } from 'vitest';
import { burn, clerk, errorOf, postmaster, sampleOptions, scale, stamp, weigh } from './__fixtures__/sample-swarm.ts';
import { defineSwarm } from './define-swarm.ts';
import { describePeers, toSystemPrompt } from './peer-descriptions.ts';

const definition = defineSwarm(
  sampleOptions({
    enableInterswarm: true,
    agents: [
      postmaster({ commTargets: ['clerk', 'scale', 'clerk@annex'] }),
      clerk({ description: 'Stamps\n  letters.', actions: [stamp, burn] }),
      scale(),
    ],
  }),
);

describe('describePeers', () => {
  test('says what each target is and what it can do (Q45)', () => {
    expect(describePeers(definition, 'postmaster')).toBe(
      [
        '## Agents you can write to',
        '',
        '- clerk: Stamps letters.',
        '  Actions:',
        '  - stamp_letter: Puts a stamp on a letter.',
        '  - burn_letter: Destroys a letter for good.',
        '  May not complete the task.',
        '- scale: Weighs things.',
        '  Actions:',
        '  - weigh_parcel: Weighs a parcel.',
        '  May not complete the task.',
        "- clerk@annex: an agent of the swarm 'annex'.",
      ].join('\n'),
    );
  });

  test('says which targets may complete tasks, and which have no actions', () => {
    expect(describePeers(definition, 'clerk')).toBe(
      ['## Agents you can write to', '', '- postmaster', '  Has no actions.', '  May complete the task.'].join('\n'),
    );
  });

  test('leaves out excluded tools', () => {
    const agents = [
      postmaster({ excludeTools: ['task_complete'] }),
      clerk({ actions: [stamp, weigh], excludeTools: ['stamp_letter'], canCompleteTasks: true }),
      scale(),
    ];
    const restricted = defineSwarm(sampleOptions({ agents, excludeTools: ['weigh_parcel'] }));
    expect(describePeers(restricted, 'postmaster')).not.toContain('stamp_letter');
    expect(describePeers(restricted, 'postmaster')).not.toContain('weigh_parcel');
    expect(describePeers(restricted, 'postmaster')).toContain('- clerk\n  Has no actions.\n  May complete the task.');
    expect(describePeers(restricted, 'clerk')).toContain('May not complete the task.');
  });

  test("mentions the tools of a peer's provider", () => {
    const agents = [postmaster(), clerk({ providerTools: { web_search: {} } }), scale()];
    expect(describePeers(defineSwarm(sampleOptions({ agents })), 'postmaster')).toContain(
      '  - stamp_letter: Puts a stamp on a letter.\n  - web_search: built into its model',
    );
  });

  test('an agent that writes to nobody gets no description of peers', () => {
    const solo = defineSwarm(sampleOptions({ agents: [postmaster({ commTargets: [] })] }));
    expect(describePeers(solo, 'postmaster')).toBe('');
  });

  test('throws for an agent that does not exist', () => {
    expect(errorOf(() => describePeers(definition, 'clark')).code).toBe('agent_not_found');
  });
});

describe('toSystemPrompt', () => {
  test("joins the agent's own text, with the name of the swarm, and its peers (Q45)", () => {
    expect(toSystemPrompt(definition, 'postmaster')).toBe(
      `You lead post-office.\n\n${describePeers(definition, 'postmaster')}`,
    );
  });

  test('replaces the name wherever it stands, and no other braces', () => {
    const agents = [postmaster({ system: '{swarm}, {Swarm}, {{swarm}}, {agent}', commTargets: [] })];
    expect(toSystemPrompt(defineSwarm(sampleOptions({ agents })), 'postmaster')).toBe(
      'post-office, {Swarm}, {post-office}, {agent}',
    );
  });

  test('takes the name literally', () => {
    const agents = [postmaster({ system: 'At {swarm}.', commTargets: [] })];
    expect(toSystemPrompt(defineSwarm(sampleOptions({ agents, name: "$& $1 $'" })), 'postmaster')).toBe("At $& $1 $'.");
  });

  test('an agent without a text of its own gets only its peers', () => {
    expect(toSystemPrompt(definition, 'clerk')).toBe(describePeers(definition, 'clerk'));
  });

  test('gives no text when there is nothing to say', () => {
    const agents = [postmaster({ system: '', commTargets: [] })];
    expect(toSystemPrompt(defineSwarm(sampleOptions({ agents })), 'postmaster')).toBe('');
  });
});
