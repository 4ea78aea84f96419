import { expect, test } from 'vitest';
import { toLeadPrompt, toSpecialistPrompt } from './to-agent-prompt.ts';

test('the prompt of a specialist says to answer whoever asked, with everything, and not to finish', () => {
  const prompt = toSpecialistPrompt({ who: 'the librarian', work: ['Look it up.'], answer: 'the shelf' });
  expect(prompt).toContain('You are the librarian of the swarm {swarm}.');
  expect(prompt).toContain('- Look it up.');
  expect(prompt).toContain('send_response');
  expect(prompt).toContain('Your answer contains the shelf.');
  expect(prompt).not.toContain('task_complete');
});

test('the prompt of a lead says to delegate, to wait and to finish', () => {
  const prompt = toLeadPrompt({ who: 'the head', team: ['Ask a for b.'], work: ['Be kind.'], answer: 'the result' });
  for (const part of ['send_request', 'await_message', 'task_complete', 'Ask a for b.', 'Be kind.', 'the result']) {
    expect(prompt).toContain(part);
  }
});

test('the prompt of a lead without a fixed team has no section about one', () => {
  expect(toLeadPrompt({ who: 'the head', team: [], work: [], answer: 'x' })).not.toContain('Your team');
});
