import type { Language } from '../errors/language.ts';

/** A few words about what is being done, in each of our languages. */
export type ProgressText = Readonly<Record<Language, string>>;

/** What tools say while they work. */
export const PROGRESS = {
  searching: { en: 'Searching the saved jobs.', zh: '正在搜索已保存的职位。' },
  comparing: { en: 'Comparing the job with the resume.', zh: '正在对比职位与简历。' },
  writing: { en: 'Writing a version of the resume for this job.', zh: '正在为该职位撰写定制简历。' },
  readingJob: { en: 'Reading the page of the job.', zh: '正在读取该职位的页面。' },
  readingPage: { en: 'Reading the page.', zh: '正在读取页面。' },
} as const satisfies Record<string, ProgressText>;

/** How many of several jobs are done. */
export function analyzedSoFar(done: number, all: number): ProgressText {
  return { en: `Analyzed ${done} of ${all} jobs.`, zh: `已分析 ${done}/${all} 个职位。` };
}
