import { describe, expect, test } from 'vitest';
import { Gate } from './gate.ts';

async function isOpen(gate: Gate): Promise<boolean> {
  return Promise.race([
    gate.opened.then(() => true),
    new Promise<boolean>((resolve) => setImmediate(() => resolve(false))),
  ]);
}

describe('Gate', () => {
  test('a gate is open at first', async () => {
    const gate = new Gate();
    expect([gate.isOpen, await isOpen(gate)]).toEqual([true, true]);
  });

  test('holds callers while it is closed, until it opens', async () => {
    const gate = new Gate();
    gate.set(false);
    gate.set(false);
    expect([gate.isOpen, await isOpen(gate)]).toEqual([false, false]);
    const waiting = gate.opened;
    gate.set(true);
    await waiting;
    expect(await isOpen(gate)).toBe(true);
  });

  test('a gate can be closed again', async () => {
    const gate = new Gate();
    gate.set(false);
    gate.set(true);
    gate.set(true);
    gate.set(false);
    expect(await isOpen(gate)).toBe(false);
  });
});
