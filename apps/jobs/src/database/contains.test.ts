import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contains } from './contains.ts';
import { fold } from './fold.ts';
import { openDatabase } from './open-database.ts';
import { owners } from './schema.ts';

describe('the contains condition', () => {
  const tricky = fc.string({
    unit: fc.constantFrom('%', '_', '\\', "'", '"', 'a', 'B', ' ', 'é', 'É', '软', '5', '0', '[', '*', '?'),
    maxLength: 8,
  });

  test('the condition is true exactly where the text occurs, whatever its characters and case', () => {
    using database = openDatabase(':memory:');
    const { db } = database;
    const { id } = db.insert(owners).values({ name: '', createdAt: '' }).returning().get();
    fc.assert(
      fc.property(tricky, tricky, (name, text) => {
        db.update(owners).set({ name }).where(eq(owners.id, id)).run();
        const found = db.select().from(owners).where(contains(owners.name, text)).all().length === 1;
        expect(found).toBe(fold(name).includes(fold(text)));
      }),
    );
  });

  test('finds 50% where it occurs, and not where there is only 50', () => {
    using database = openDatabase(':memory:');
    const { db } = database;
    db.insert(owners)
      .values([
        { name: '50% remote', createdAt: '' },
        { name: '500 people', createdAt: '' },
      ])
      .run();
    const names = db.select({ name: owners.name }).from(owners).where(contains(owners.name, '50%')).all();
    expect(names).toEqual([{ name: '50% remote' }]);
  });
});
