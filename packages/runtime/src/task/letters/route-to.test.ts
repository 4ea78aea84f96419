import { describe, expect, test } from 'vitest';
import { ledgerOf, letter, taskAt, visitingTask } from '../../__fixtures__/letters.ts';
import { routeTo } from './route-to.ts';

describe('the route of a letter', () => {
  test('names the instance that is to work for us, where the task is new', () => {
    expect(routeTo({ task: taskAt(), ledger: ledgerOf() }, 'beta')).toEqual({
      direction: 'forward',
      to: 'swarm:alpha@beta',
      taskRun: 1,
    });
  });

  test('goes back to the instance that works for us', () => {
    const task = taskAt({ runners: { beta: 'swarm:token-7@beta' } });
    expect(routeTo({ task, ledger: ledgerOf() }, 'beta')).toEqual({
      direction: 'back',
      to: 'swarm:token-7@beta',
      taskRun: 1,
    });
  });

  test('names the instance that worked for us before a fork, although another works there already', () => {
    const forked = { from: [{ taskId: 'old', beforeRun: 2 }], peers: ['beta'] };
    const contributors = ['user:ada@alpha', 'swarm:gamma@beta'];
    const first = taskAt({ forked, contributors });
    expect(routeTo({ task: first, ledger: ledgerOf() }, 'beta')).toMatchObject({ to: 'swarm:alpha@beta' });
    const known = taskAt({ forked, contributors, runners: { beta: 'swarm:alpha@beta' } });
    expect(routeTo({ task: known, ledger: ledgerOf() }, 'beta')).toMatchObject({ direction: 'back' });
    const other = taskAt({ forked: { ...forked, peers: ['delta'] }, contributors });
    expect(routeTo({ task: other, ledger: ledgerOf() }, 'beta')).toMatchObject({ to: 'swarm:gamma@beta' });
  });

  test('belongs to the newest run that the owner has written for, in a task that another swarm brought', () => {
    const heard = [2, 5, 3].map((taskRun) => letter('chief@beta', 'boss', 'request', { note: { taskRun } }));
    const ledger = ledgerOf(...heard.map((each) => ['boss', each] as [string, typeof each]));
    expect(routeTo({ task: visitingTask(), ledger }, 'gamma').taskRun).toBe(5);
  });

  test('leads to the instance that works for us rather than to the one that wrote last', () => {
    const task = taskAt({ contributors: ['user:ada@alpha', 'swarm:gamma@beta', 'swarm:alpha@beta'] });
    const heard = letter('chief@beta', 'boss', 'request', { note: { instance: 'swarm:gamma@beta' } });
    expect(routeTo({ task, ledger: ledgerOf(['boss', heard]) }, 'beta').to).toBe('swarm:alpha@beta');
  });

  test('leads to the instance that wrote last if none there works for us', () => {
    const task = visitingTask({ contributors: ['user:eve@beta', 'swarm:gamma@beta', 'swarm:beta@alpha'] });
    const heard = letter('chief@beta', 'boss', 'request', { note: { instance: 'swarm:gamma@beta' } });
    expect(routeTo({ task, ledger: ledgerOf(['boss', heard]) }, 'beta').to).toBe('swarm:gamma@beta');
  });

  test('leads to the first named instance if none has written', () => {
    expect(routeTo({ task: visitingTask(), ledger: ledgerOf() }, 'beta')).toEqual({
      direction: 'back',
      to: 'user:eve@beta',
    });
  });
});
