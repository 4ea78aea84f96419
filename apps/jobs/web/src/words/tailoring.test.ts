import { expect, test } from 'vitest';
import { resumesWords } from './resumes.ts';
import { tailoringWords } from './tailoring.ts';

test.each([
  [1, 1, 1, '1 word added, 1 word removed, 1 line moved', '新增 1 个词，删除 1 个词，移动 1 行'],
  [2, 0, 3, '2 words added, 3 lines moved', '新增 2 个词，移动 3 行'],
  [0, 5, 0, '5 words removed', '删除 5 个词'],
])('%d added, %d removed and %d moved are counted in both languages', (added, removed, moved, english, chinese) => {
  expect(tailoringWords.en.compare.summary(added, removed, moved)).toBe(english);
  expect(tailoringWords.zh.compare.summary(added, removed, moved)).toBe(chinese);
});

test.each([
  [0, 'This cannot be undone.', '删除后无法恢复。'],
  [1, 'The version made', '1 个版本'],
  [2000, 'The 2,000 versions', '2,000 个版本'],
])('the deletion of %d versions with a resume is announced in both languages', (versions, english, chinese) => {
  expect(resumesWords.en.removeWarning(versions)).toContain(english);
  expect(resumesWords.zh.removeWarning(versions)).toContain(chinese);
});

test.each([
  [0, 'Writing', '正在撰写'],
  [12, 'Writing, for 12 seconds', '正在撰写，已 12 秒'],
])('both languages show %d seconds of writing', (seconds, english, chinese) => {
  expect(tailoringWords.en.maker.making(seconds)).toBe(english);
  expect(tailoringWords.zh.maker.making(seconds)).toBe(chinese);
});
