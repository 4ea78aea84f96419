import { existsSync } from 'node:fs';
import { PosthouseError } from '@posthouse/protocol';
import { describe, expect, it } from 'vitest';
import { begin } from './contract/__fixtures__/samples.ts';
import { initDatabase } from './init-database.ts';
import type { InitStep } from './postgres/init-step.ts';
import { openStore } from './open-store.ts';
import { temporaryFolder } from './sqlite/__fixtures__/temporary-folder.ts';

const { path, newPath } = temporaryFolder();

async function stepsOf(url: string): Promise<InitStep[]> {
  const steps: InitStep[] = [];
  await initDatabase(url, { onProgress: (step) => steps.push(step) });
  return steps;
}

describe('initDatabase', () => {
  it('creates the file and reports its tables in order of creation', async () => {
    const file = newPath();
    const steps = await stepsOf(`sqlite:${file}`);
    expect(steps).toEqual(
      'task log mail turn live_text once node record session transcript spending deletion buried_key begun_call'
        .split(' ')
        .map((name) => ({ type: 'table', name })),
    );
    expect(existsSync(file)).toBe(true);
  });

  it('a second run changes nothing', async () => {
    const url = `sqlite:${newPath()}`;
    const first = await stepsOf(url);
    const store = await openStore(url);
    const { task } = await begin(store, { data: { title: 'Trip' } });
    await store[Symbol.asyncDispose]();
    expect(await stepsOf(url)).toEqual(first);
    await using again = await openStore(url);
    expect(await again.find(task.owner, task.taskId)).toEqual(task);
  });

  it('initDatabase needs no listener', async () => {
    const file = newPath();
    await initDatabase(`sqlite:${file}`);
    expect(existsSync(file)).toBe(true);
  });

  it.each([
    ['mysql://me:hunter2@host/db', 'expected a store URL'],
    [`sqlite:${path('missing/folder/x.db')}`, 'does not exist'],
  ])('explains what is wrong with %s', async (url, sentence) => {
    const error = await stepsOf(url).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(PosthouseError.isInstance(error)).toBe(true);
    expect(error).toMatchObject({ code: 'invalid_configuration' });
    expect(String(error)).toContain(sentence);
    expect(String(error)).not.toContain('hunter2');
  });
});
