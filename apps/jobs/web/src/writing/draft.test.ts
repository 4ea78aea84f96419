import { expect, test } from 'vitest';
import { afterSaving, type DraftStorage, keepDraft, readDraft } from './draft.ts';

function memory(): DraftStorage & { size: () => number; put: (text: string) => void } {
  const kept = new Map<string, string>();
  return {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, text) => void kept.set(name, text),
    removeItem: (name) => void kept.delete(name),
    size: () => kept.size,
    put: (text) => void kept.set('posthouse-jobs-draft-a', text),
  };
}

test('a draft is kept until it is saved', () => {
  const storage = memory();
  expect(readDraft(storage, 'a')).toBeUndefined();
  keepDraft(storage, 'a', { text: 'new', base: 'old' });
  expect([readDraft(storage, 'a'), readDraft(storage, 'b')]).toEqual([{ text: 'new', base: 'old' }, undefined]);
  keepDraft(storage, 'a', undefined);
  expect(storage.size()).toBe(0);
});

test.each([
  [undefined, undefined],
  [{ text: 'saved', base: 'old' }, undefined],
  [
    { text: 'saved and more', base: 'old' },
    { text: 'saved and more', base: 'saved' },
  ],
])('the draft %j leaves after saving: %j', (draft, rest) => {
  expect(afterSaving(draft, 'saved')).toEqual(rest);
});

test('a draft equal to the saved text is removed', () => {
  const storage = memory();
  keepDraft(storage, 'a', { text: 'new', base: 'old' });
  keepDraft(storage, 'a', { text: 'old', base: 'old' });
  expect(storage.size()).toBe(0);
});

test.each(['', '{', 'null', '7', '{"text":1,"base":"x"}', '{"text":"x"}'])('%s is not a draft', (text) => {
  const storage = memory();
  storage.put(text);
  expect(readDraft(storage, 'a')).toBeUndefined();
});

test("a browser without storage loses nothing but the draft's copy", () => {
  const storage = {
    ...memory(),
    setItem: () => {
      throw new Error('full');
    },
  };
  expect(() => keepDraft(storage, 'a', { text: 'new', base: 'old' })).not.toThrow();
});
