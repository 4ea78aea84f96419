import { describe, expect, test } from 'vitest';
import { taskAt, visitingTask } from '../../__fixtures__/letters.ts';
import {
  directionOf,
  ourInstanceAt,
  swarmOfContributor,
  toContributors,
  toRunner,
  toTaskOwner,
  worksForUs,
} from './contributors.ts';

describe('the owner of a task', () => {
  test('the caller of the instance owns a task that began here', () => {
    expect(toTaskOwner(taskAt())).toBe('user:ada@alpha');
  });

  test('the first contributor owns a task that another swarm brought', () => {
    expect(toTaskOwner(visitingTask())).toBe('user:eve@beta');
  });
});

describe('the contributors of a task', () => {
  test('the owner is the only contributor if nobody else was asked', () => {
    expect(toContributors(taskAt())).toEqual(['user:ada@alpha']);
  });

  test('contributors are the owner first, then those already named, then us and those we asked, each once', () => {
    const task = visitingTask({ runners: { gamma: 'swarm:alpha@gamma', delta: 'swarm:alpha@delta' } });
    expect(toContributors(task)).toEqual([
      'user:eve@beta',
      'swarm:beta@alpha',
      'swarm:alpha@gamma',
      'swarm:alpha@delta',
    ]);
  });
});

test.each([
  ['user:ada@alpha', 'alpha'],
  ['swarm:a@b@gamma', 'gamma'],
  ['nothing', 'nothing'],
])('reads the swarm of %s as %s', (contributor, swarm) => {
  expect(swarmOfContributor(contributor)).toBe(swarm);
});

describe('the instance that works for us', () => {
  test('the instance that works for us is named after us unless its swarm says otherwise', () => {
    expect(ourInstanceAt(taskAt(), 'beta')).toBe('swarm:alpha@beta');
    expect(toRunner(taskAt(), 'beta')).toBe('swarm:alpha@beta');
  });

  test('the instance that works for us has the name that its swarm gave', () => {
    expect(toRunner(taskAt({ runners: { beta: 'swarm:token-7@beta' } }), 'beta')).toBe('swarm:token-7@beta');
  });

  test.each([
    ['has said so', { runners: { beta: 'swarm:token-7@beta' } }, true],
    ['is named among the contributors', { contributors: ['swarm:alpha@beta'] }, true],
    ['works on the task for somebody else', { contributors: ['swarm:gamma@beta'] }, false],
    ['has not been asked', {}, false],
  ])('knows whether an instance works for us that %s', (_, data, expected) => {
    expect(worksForUs(taskAt(data), 'beta')).toBe(expected);
  });
});

test('sends a letter back to a swarm that takes part, and forward to any other', () => {
  const contributors = ['user:ada@alpha', 'swarm:alpha@beta'];
  expect([directionOf(contributors, 'beta'), directionOf(contributors, 'gamma')]).toEqual(['back', 'forward']);
});
