import { describe, expect, test } from 'vitest';
import { REFERENCE_NAMES } from '../swarms-json/reference-names.ts';
import { referenceLibrary } from './reference-library.ts';

test('the library has everything that names of the reference stand for, and nothing else', () => {
  const named = [...REFERENCE_NAMES.values()].flatMap((target) => (target.kind === 'factory' ? [] : [target.name]));
  const ours = [...Object.keys(referenceLibrary.actions), ...Object.keys(referenceLibrary.prompts)];
  expect(new Set(named.filter((name) => name.startsWith('examples/')))).toEqual(new Set(ours));
});

describe('prompts of the swarms', () => {
  const entries = Object.entries(referenceLibrary.prompts);
  const leads = ['supervisor', 'coordinator', 'data-analysis/analyst', 'researcher'];

  test.each(entries)('%s says how to answer', (name, prompt) => {
    const isLead = leads.some((lead) => name.includes(`/${lead}:`) || name.includes(`examples/${lead}:`));
    const wanted = isLead ? ['send_request', 'task_complete'] : ['send_response'];
    for (const word of wanted) expect(prompt).toContain(word);
    expect(prompt.includes('task_complete')).toBe(isLead);
  });

  test('prompts mention other swarms only for the supervisor between swarms', () => {
    expect(referenceLibrary.prompts['examples/supervisor:systemPrompt']).toContain('another swarm');
    expect(referenceLibrary.prompts['examples/supervisor:systemPromptWithoutInterswarm']).not.toContain(
      'another swarm',
    );
  });
});
