import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readReference } from './read-reference.ts';
import { readSearch, toEnglish } from './read-search.ts';
import { readIntents } from './read-intents.ts';

describe('readIntents', () => {
  test.each([
    ['find TypeScript jobs in Berlin', ['search']],
    ['I am looking for remote backend roles', ['search']],
    ['帮我搜索软件工程师职位', ['search']],
    ['找远程的前端工作', ['search']],
    ['list my jobs', ['list']],
    ['show my starred jobs', ['list']],
    ['列出已申请的职位', ['list']],
    ['analyze job 12', ['analyze']],
    ['which jobs fit me?', ['analyze']],
    ['哪些职位适合我？', ['analyze']],
    ['分析第一个职位', ['analyze']],
    ['score jobs 1, 2 and 3', ['prescore']],
    ['给职位 3 打分', ['prescore']],
    ['tailor my resume for job 4', ['tailor']],
    ['为职位 4 定制简历', ['tailor']],
    ['which versions are there for job 4?', ['versions']],
    ['职位 4 有哪些版本', ['versions']],
    ['list my resumes', ['resumes']],
    ['我有哪些简历', ['resumes']],
    ['show my default resume', ['resume']],
    ['查看我的简历', ['resume']],
    ['import https://jobs.lever.co/acme/1', ['enrich']],
    ['find TypeScript jobs, then analyze the first one and tailor my resume for it', ['search', 'analyze', 'tailor']],
    ['搜索前端职位，然后分析第一个，再定制简历', ['search', 'analyze', 'tailor']],
    ['help', ['help']],
    ['你好', ['help']],
    ['', ['help']],
  ])('readIntents understands "%s"', (text, kinds) => {
    expect(readIntents(text).map(({ kind }) => kind)).toEqual(kinds);
  });

  test('reads which jobs to list', () => {
    expect(readIntents('show my rejected applications')).toEqual([{ kind: 'list', status: 'rejected' }]);
    expect(readIntents('列出收藏的职位')).toEqual([{ kind: 'list', starred: true }]);
  });

  test('passes on instructions for a resume', () => {
    expect(readIntents('tailor my resume for job 4, focus on leadership')).toEqual([
      { kind: 'tailor', jobs: { ids: [4], places: [] }, instructions: 'focus on leadership' },
    ]);
  });

  test('reads one to five requests from any text, in reasonable time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
        const intents = readIntents(text);
        expect(intents.length).toBeGreaterThan(0);
        expect(intents.length).toBeLessThanOrEqual(5);
      }),
    );
    expect(readIntents(`find ${'a in '.repeat(50_000)}`)).toHaveLength(1);
  });
});

describe('readReference', () => {
  test.each([
    ['analyze job 12', [12], []],
    ['analyze #12', [12], []],
    ['jobs 1, 2 and 3', [1, 2, 3], []],
    ['分析职位12和15', [12, 15], []],
    ['tailor for 7', [7], []],
    ['the second one', [], [2]],
    ['第二个', [], [2]],
    ['the last one', [], [-1]],
    ['with 5 years of experience', [], []],
    ['tailor resume 3 for job 9', [9], []],
    ['the latest version', [], []],
    ['something', [], []],
  ])('finds the jobs, if any, in "%s"', (text, ids, places) => {
    expect(readReference(text)).toEqual({ ids, places });
  });
});

describe('readSearch and toEnglish', () => {
  test.each([
    ['find TypeScript jobs in Berlin', 'TypeScript', { location: 'Berlin' }],
    ['please find me remote React roles', 'React', { remote: true }],
    ['search senior backend engineer at Acme', 'senior backend engineer', { company: 'Acme' }],
    ['find jobs in New York paying over 150k', '', { location: 'New York', salaryMin: 150_000 }],
    ['帮我搜索软件工程师职位', '软件工程师', {}],
    ['帮我找在北京的远程前端工作', '前端', { location: '北京', remote: true }],
    ['找年薪不低于30万的后端职位', '后端', { salaryMin: 300_000 }],
    ['find C++ jobs', 'C++', {}],
  ])('readSearch finds the words and filters in "%s"', (text, words, filters) => {
    expect(readSearch(text)).toEqual({ words, filters });
  });

  test.each([
    ['软件工程师', 'software engineer'],
    ['高级前端工程师', 'senior frontend engineer'],
    ['React 开发', 'React developer'],
    ['React', undefined],
    ['茶艺师', undefined],
  ])('toEnglish translates "%s" as %s', (words, english) => {
    expect(toEnglish(words)).toBe(english);
  });
});
