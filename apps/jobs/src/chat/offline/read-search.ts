import type { SearchFilters } from './intent.ts';

/** Words that say that something is wanted, and not what. */
const FILLER_EN =
  /\b(please|can|could|would|will|you|i|we|me|my|for|us|want|need|like|to|a|an|the|some|any|all|search|searching|find|finding|look|looking|seek|show|give|get|hunt|jobs?|positions?|roles?|openings?|postings?|vacanc(?:y|ies)|opportunit(?:y|ies)|work|there|are|is|of|as|that|which|with|using|saved|hi|hello|remotely|remote|do|have|about)\b/gi;
const FILLER_ZH =
  /帮我|请问|请|麻烦|一下|搜索|搜|查找|寻找|找一?些|找到|找|我想要?|想要?|有没有|有哪些|有什么|相关的?|职位|岗位|工作机会|工作|机会|招聘|远程|的|吗|呢|么|给我|看看|一些|些/g;

/** What English calls what Chinese calls otherwise, for boards that write English. */
const IN_ENGLISH: readonly [RegExp, string][] = [
  [/软件工程师|软件开发/g, 'software engineer'],
  [/前端/g, 'frontend '],
  [/后端/g, 'backend '],
  [/全栈/g, 'full stack '],
  [/机器学习/g, 'machine learning '],
  [/人工智能/g, 'AI '],
  [/数据科学家/g, 'data scientist'],
  [/数据分析师?/g, 'data analyst'],
  [/数据工程师/g, 'data engineer'],
  [/产品经理/g, 'product manager'],
  [/项目经理/g, 'project manager'],
  [/设计师/g, 'designer'],
  [/测试/g, 'test '],
  [/运维/g, 'devops '],
  [/移动端/g, 'mobile '],
  [/工程师/g, 'engineer'],
  [/开发者|开发/g, 'developer'],
  [/经理/g, 'manager'],
  [/实习生?/g, 'intern'],
  [/高级/g, 'senior '],
];

/** What to search for, and where. */
export function readSearch(clause: string): { words: string; filters: SearchFilters } {
  let rest = clause.replaceAll(/["“”'?!.？！。]/g, ' ');
  const filters: SearchFilters = {};
  const take = (pattern: RegExp, use: (found: string) => void): void => {
    rest = rest.replace(pattern, (_, found: string) => {
      use(found.trim());
      return ' ';
    });
  };
  if (/\bremote(ly)?\b|远程|在家/i.test(rest)) filters.remote = true;
  take(
    /(?:paying|pays?|salary|over|above|at least|from|more than|≥|>=?|薪资|年薪|月薪|不低于|至少|超过)[^\d]{0,12}(\d[\d,]*\s*(?:k|万)?)[^\s\p{Script=Han}]*/iu,
    (found) => {
      filters.salaryMin = toAmount(found);
    },
  );
  take(
    /\b(?:in|near|around|based in|located in)\s+([\p{L}][\p{L} .,'-]{1,60}?)(?=\s+(?:with|using|that|which|for|at|paying|over|and)\b|[,;]|$)/iu,
    (found) => {
      filters.location = found.replaceAll(/\s+/g, ' ');
    },
  );
  take(/\bat\s+([\p{Lu}][\p{L}\d .&'-]{1,60}?)(?=\s+(?:in|with|using|that|for|paying|over)\b|[,;]|$)/u, (found) => {
    filters.company = found;
  });
  take(/(?:在|位于)([\p{Script=Han}A-Za-z ]{2,20}?)(?=的|找|搜|工作|职位|岗位|$)/u, (found) => {
    if (found !== '家') filters.location = found;
  });
  const words = rest
    .replaceAll(FILLER_EN, ' ')
    .replaceAll(FILLER_ZH, ' ')
    .replaceAll(/[，,、;；:：()（）]/g, ' ');
  return { words: words.replaceAll(/\s+/g, ' ').trim(), filters };
}

/** The same words in English; undefined when they are already. */
export function toEnglish(words: string): string | undefined {
  let english = words;
  for (const [chinese, word] of IN_ENGLISH) english = english.replaceAll(chinese, ` ${word} `);
  english = english
    .replaceAll(/\p{Script=Han}+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return english === '' || english === words ? undefined : english;
}

function toAmount(text: string): number {
  const amount = Number(text.replaceAll(/[^\d]/g, ''));
  if (/k/i.test(text)) return amount * 1_000;
  return /万/.test(text) ? amount * 10_000 : amount;
}
