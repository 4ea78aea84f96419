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

describe('whose task it is', () => {
  test('the instance’s own', () => {
    expect(toTaskOwner(taskAt())).toBe('user:ada@alpha');
  });

  test('somebody else’s, if another swarm brought it', () => {
    expect(toTaskOwner(visitingTask())).toBe('user:eve@beta');
  });
});

describe('everybody who works on a task', () => {
  test('is its owner, if nobody else was asked', () => {
    expect(toContributors(taskAt())).toEqual(['user:ada@alpha']);
  });

  test('is the owner first, then those who were named, then us and those whom we asked, each once', () => {
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
])('%s is of swarm %s', (contributor, swarm) => {
  expect(swarmOfContributor(contributor)).toBe(swarm);
});

describe('the instance that works for us', () => {
  test('is named after us, as long as its swarm says nothing else', () => {
    expect(ourInstanceAt(taskAt(), 'beta')).toBe('swarm:alpha@beta');
    expect(toRunner(taskAt(), 'beta')).toBe('swarm:alpha@beta');
  });

  test('is what its swarm says', () => {
    expect(toRunner(taskAt({ runners: { beta: 'swarm:token-7@beta' } }), 'beta')).toBe('swarm:token-7@beta');
  });

  test.each([
    ['has said so', { runners: { beta: 'swarm:token-7@beta' } }, true],
    ['is named among the contributors', { contributors: ['swarm:alpha@beta'] }, true],
    ['works on the task for somebody else', { contributors: ['swarm:gamma@beta'] }, false],
    ['has not been asked', {}, false],
  ])('is there, if it %s', (_, data, expected) => {
    expect(worksForUs(taskAt(data), 'beta')).toBe(expected);
  });
});

test('a letter to a swarm that takes part goes back to it, to any other forward', () => {
  const contributors = ['user:ada@alpha', 'swarm:alpha@beta'];
  expect([directionOf(contributors, 'beta'), directionOf(contributors, 'gamma')]).toEqual(['back', 'forward']);
});
