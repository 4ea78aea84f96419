import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openTestOwners } from '../__fixtures__/test-owners.ts';
import { createJob } from './create-job.ts';
import { listJobs } from './list-jobs.ts';
import { planSearch, toIndexed } from './search-words.ts';

describe('the plan of a search', () => {
  test('requires every word, and only the beginning of long ones', () => {
    expect(planSearch('Senior Go', 7)).toEqual({
      match:
        '(owner_id : "owner7") AND ({title company location description} : "senior" *) AND ({title company location description} : "go")',
      literals: [],
    });
  });

  test('requires Chinese characters one after the other', () => {
    expect(toIndexed('高级Java工程师')).toBe(' 高  级 Java 工  程  师 ');
    expect(planSearch('工程师', 1).match).toContain('"工 程 师"');
  });

  test('looks for symbols in the text itself', () => {
    expect(planSearch('50% c++ "a_b"', 1).literals).toEqual(['50%', '"a_b"']);
    expect(planSearch('%', 1)).toEqual({ match: undefined, literals: ['%'] });
    expect(planSearch('   ', 1)).toEqual({ match: undefined, literals: [] });
  });
});

describe('a search for words', () => {
  const texts = [
    ['Senior C++ Engineer', 'Acme', 'Berlin', 'You know C++ and Rust. 50% remote.'],
    ['C# Developer', 'Beta', 'München', 'Great with .NET and "quotes". The team has 50 people.'],
    ['Frontend Engineer', 'Café Löwe', 'Zürich', 'React, node.js and snake_case.'],
    ['高级软件工程师', '星辰科技', '上海', '熟悉 Java 和 Kubernetes，有云原生经验。'],
    ['JavaScript Developer', 'Gamma', 'Remote', 'No plain Java here; AND OR NOT NEAR are words, too.'],
  ] as const;

  function fill() {
    const owners = openTestOwners();
    for (const [title, company, location, description] of texts) {
      createJob(owners.ann, { title, company, location, description });
      createJob(owners.bob, { title: `${title} for Bob`, company, location, description });
    }
    return owners;
  }

  test.each([
    ['c++', ['Senior C++ Engineer']],
    ['C#', ['C# Developer']],
    ['engineer rust', ['Senior C++ Engineer']],
    ['50%', ['Senior C++ Engineer']],
    ['50', ['Senior C++ Engineer', 'C# Developer']],
    ['"quotes"', ['C# Developer']],
    ['snake_case', ['Frontend Engineer']],
    ['snake%case', []],
    ['node.js', ['Frontend Engineer']],
    ['.net', ['C# Developer']],
    ['ZÜRICH', ['Frontend Engineer']],
    ['cafe', ['Frontend Engineer']],
    ['软件工程师', ['高级软件工程师']],
    ['软件 上海', ['高级软件工程师']],
    ['件软', []],
    ['java', ['高级软件工程师', 'JavaScript Developer']],
    ['AND', ['JavaScript Developer', 'C# Developer', 'Senior C++ Engineer', 'Frontend Engineer']],
    ['near not', ['JavaScript Developer']],
    ['title:senior', []],
    ['*', []],
    ['%', ['Senior C++ Engineer']],
    ['_', ['Frontend Engineer']],
    ['engineer -rust', []],
  ])('finds exactly the jobs that match %s', (search, titles) => {
    using owners = fill();
    const found = listJobs(owners.ann, { search });
    expect(found.jobs.map(({ title }) => title).toSorted()).toEqual([...titles].toSorted());
    expect(found.total).toBe(titles.length);
  });

  test('ranks matches in the title first', () => {
    using owners = fill();
    createJob(owners.ann, { title: 'Cook', company: 'Inn', description: 'Our guests are Rust people. '.repeat(3) });
    createJob(owners.ann, { title: 'Rust Engineer', company: 'Delta', description: 'Come and join us.' });
    expect(listJobs(owners.ann, { search: 'rust' }).jobs[0]?.title).toBe('Rust Engineer');
  });

  test('never fails and never finds jobs of another owner, whatever is typed', () => {
    using owners = fill();
    const typed = fc.oneof(
      fc.string(),
      fc.string({
        unit: fc.constantFrom(
          '"',
          "'",
          '*',
          '(',
          ')',
          ':',
          '^',
          '-',
          '+',
          '{',
          '}',
          'a',
          'OR',
          ' ',
          '%',
          '_',
          '\\',
          '软',
        ),
      }),
    );
    fc.assert(
      fc.property(typed, (search) => {
        const { jobs, total } = listJobs(owners.ann, { search, limit: 100 });
        expect(total).toBe(jobs.length);
        for (const { title } of jobs) expect(title).not.toContain('for Bob');
      }),
    );
  });
});
