/** Words of titles that mean the same, each group under its first. */
const SYNONYMS: readonly (readonly string[])[] = [
  ['engineer', 'developer', 'programmer', 'coder', 'engineering', 'development', '工程师', '开发', '程序员', '研发'],
  ['frontend', 'front', '前端', 'ui', 'web'],
  ['backend', 'back', 'server', '后端', '服务端', 'api'],
  ['fullstack', 'full', '全栈'],
  ['software', '软件', 'application', 'applications'],
  ['senior', 'sr', '高级', '资深'],
  ['junior', 'jr', '初级'],
  ['manager', 'management', 'lead', 'leader', 'head', '经理', '主管', '负责人'],
  ['architect', 'architecture', '架构师'],
  ['analyst', 'analytics', 'analysis', '分析师', '分析'],
  ['scientist', 'science', '科学家'],
  ['designer', 'design', '设计师', '设计'],
  ['data', '数据'],
  ['product', '产品'],
  ['mobile', 'ios', 'android', '移动'],
  ['devops', 'sre', 'reliability', 'infrastructure', 'platform', '运维', '平台'],
  ['qa', 'test', 'testing', 'tester', 'quality', '测试'],
  ['ml', 'machine', 'learning', 'ai', '算法', '机器学习', '人工智能'],
  ['sales', '销售'],
  ['marketing', '市场', '营销'],
  ['operations', 'ops', '运营'],
];
const MEANING = new Map(SYNONYMS.flatMap((group) => group.map((word) => [word, group[0] ?? word] as const)));
const CHINESE = [...MEANING.keys()]
  .filter((word) => /\p{Script=Han}/u.test(word))
  .toSorted((a, b) => b.length - a.length);
const IGNORED = new Set([
  'of',
  'the',
  'and',
  'for',
  'in',
  'at',
  'a',
  'an',
  'to',
  'm',
  'f',
  'd',
  'w',
  'x',
  'remote',
  'hybrid',
  'end',
  'stack',
]);
/** The level is scored by itself. */
const LEVELS = new Set(['senior', 'junior', 'mid', 'staff', 'principal', 'intern', 'i', 'ii', 'iii']);

/** How alike two titles are, from 0 to 1: the share of their words that both have, levels left out. */
export function titleSimilarity(one: string, other: string): number {
  const [a, b] = [toWords(one), toWords(other)];
  if (a.size === 0 || b.size === 0) return 0;
  const shared = [...a].filter((word) => b.has(word)).length;
  return shared / (a.size + b.size - shared);
}

/** How alike a title is to the most similar of several; undefined if there is none to compare with. */
export function bestSimilarity(title: string, others: readonly string[]): number | undefined {
  if (others.length === 0 || toWords(title).size === 0) return undefined;
  return Math.max(...others.map((other) => titleSimilarity(title, other)));
}

function toWords(title: string): Set<string> {
  const words: string[] = [];
  let rest = title.slice(0, 300).toLowerCase();
  for (const word of CHINESE) {
    if (!rest.includes(word)) continue;
    words.push(word);
    rest = rest.replaceAll(word, ' ');
  }
  words.push(...(rest.match(/[\p{L}\p{N}+#]+/gu) ?? []));
  return new Set(
    words
      .filter((word) => !IGNORED.has(word))
      .map((word) => MEANING.get(word) ?? word)
      .filter((word) => !LEVELS.has(word)),
  );
}
