export type OfflineLanguage = 'en' | 'zh';

type JobCard = {
  id: number;
  title: string;
  company: string;
  location?: string | null;
  remote?: boolean | null;
  matchScore?: number | null;
};
type Jobs = { jobs: JobCard[]; total: number };
type Analysis = {
  jobId: number;
  overallScore: number | null;
  strengths: string[];
  gaps: { skill: string; required: boolean }[];
  suggestions: string[];
  summary: string;
};
type Ranking = {
  results: (Analysis & { title: string; company: string })[];
  failed: { jobId: number; error: string }[];
};
type Prescore = {
  jobId: number;
  title: string;
  company: string;
  score: number | null;
  matched: string[];
  missing: string[];
};
type Tailored = {
  tailored: {
    version: number;
    isNew: boolean;
    diff: { added: number; removed: number; moved: number };
    warnings: string[];
  };
  title: string;
  company: string;
  pdf: string;
};
type Versions = { jobId: number; versions: { version: number; createdAt: string; isLatest: boolean }[] };
type Resumes = { resumes: { id: number; name: string; isDefault: boolean; skills: string[] }[] };
type Resume = { resume: { id: number; name: string; content: string } };
type Enriched = { job: { id: number; title: string; company: string }; method: string; changed: string[] };

/** Everything the offline model says, from the facts that tools give. */
export type Replies = {
  offline: string;
  help: string;
  whichJob: string;
  wider: string;
  failed: (error: string) => string;
  jobs: (details: Jobs) => string;
  analysis: (details: { analysis: Analysis; title: string; company: string }) => string;
  ranking: (details: Ranking) => string;
  prescore: (details: Prescore) => string;
  tailored: (details: Tailored) => string;
  versions: (details: Versions) => string;
  resumes: (details: Resumes) => string;
  resume: (details: Resume) => string;
  enriched: (details: Enriched) => string;
};

const MAX_ITEMS_SHOWN = 10;
const list = (texts: readonly string[], none: string): string => (texts.length === 0 ? none : texts.join(', '));
const skillNames = (gaps: Analysis['gaps']): string[] => gaps.map(({ skill }) => skill);

const en: Replies = {
  offline:
    '_Offline mode: no language model is set up, so I answer with simple rules. Set ANTHROPIC_API_KEY or OPENAI_API_KEY, or a model in agent.json, for real conversations._',
  help: 'I can search your saved jobs ("find TypeScript jobs in Berlin"), list them ("show my applied jobs"), score or analyze them ("analyze job 12", "which jobs fit me?"), tailor your resume ("tailor my resume for job 12"), and show your resumes.',
  whichJob: 'Which job do you mean? Name it by its number, such as "job 12".',
  wider: 'Nothing matched all of that, so I searched without the filters.',
  failed: (error) => `That did not work: ${error}`,
  jobs: ({ jobs, total }) =>
    total === 0
      ? 'I found no saved jobs for that.'
      : [
          `I found ${total} ${total === 1 ? 'job' : 'jobs'}:`,
          ...jobs.slice(0, MAX_ITEMS_SHOWN).map((job) => card(job, 'at', 'remote', 'score')),
        ].join('\n'),
  analysis: ({ analysis, title, company }) =>
    [
      `**${title}** at ${company}: ${analysis.overallScore === null ? 'no score' : `${analysis.overallScore} of 100`}.`,
      analysis.summary,
      `Strengths: ${list(analysis.strengths, 'none found')}.`,
      `Gaps: ${list(skillNames(analysis.gaps), 'none found')}.`,
      ...analysis.suggestions.map((each) => `- ${each}`),
    ].join('\n'),
  ranking: ({ results, failed }) =>
    [
      results.length === 0 ? 'There was nothing to analyze.' : 'How your jobs fit, best first:',
      ...results.map((each) => `- #${each.jobId} ${each.title} at ${each.company}: ${each.overallScore ?? 'no score'}`),
      ...failed.map(({ jobId, error }) => `- #${jobId}: ${error}`),
    ].join('\n'),
  prescore: ({ jobId, title, company, score, matched, missing }) =>
    score === null
      ? `#${jobId} ${title} at ${company} names no skills that could be compared.`
      : `#${jobId} ${title} at ${company}: ${score} of 100. You have ${list(matched, 'none of its skills')}; missing: ${list(missing, 'nothing')}.`,
  tailored: ({ tailored, title, company, pdf }) =>
    [
      `${tailored.isNew ? 'I wrote' : 'There already is'} version ${tailored.version} of your resume for **${title}** at ${company}: ${tailored.diff.moved} ${tailored.diff.moved === 1 ? 'line' : 'lines'} moved, ${tailored.diff.added} added, ${tailored.diff.removed} removed. Nothing was invented.`,
      ...tailored.warnings.map((warning) => `- ${warning}`),
      `PDF: ${pdf}`,
    ].join('\n'),
  versions: ({ jobId, versions }) =>
    versions.length === 0
      ? `No resume was tailored for job ${jobId} yet.`
      : versions
          .map((each) => `- Version ${each.version}, ${each.createdAt.slice(0, 10)}${each.isLatest ? ' (latest)' : ''}`)
          .join('\n'),
  resumes: ({ resumes }) =>
    resumes.length === 0
      ? 'You have no resumes yet. Add one to compare jobs with it.'
      : resumes
          .map(
            ({ id, name, isDefault, skills }) =>
              `- #${id} ${name}${isDefault ? ' (default)' : ''}: ${list(skills.slice(0, MAX_ITEMS_SHOWN), 'no skills found')}`,
          )
          .join('\n'),
  resume: ({ resume: { id, name, content } }) => `#${id} ${name}\n\n${content}`,
  enriched: ({ job, method, changed }) =>
    `Read #${job.id} ${job.title} at ${job.company} (${method}); new: ${list(changed, 'nothing')}.`,
};

const zh: Replies = {
  offline:
    '_离线模式：尚未配置语言模型，我按简单规则回答。设置 ANTHROPIC_API_KEY 或 OPENAI_API_KEY，或在 agent.json 中配置模型，即可进行真正的对话。_',
  help: '我可以搜索已保存的职位（“搜索北京的前端职位”）、列出职位（“列出已申请的职位”）、打分或分析（“分析职位 12”“哪些职位适合我”）、定制简历（“为职位 12 定制简历”），以及查看简历。',
  whichJob: '您指的是哪个职位？请给出编号，例如“职位 12”。',
  wider: '没有职位符合全部条件，因此我去掉了筛选条件重新搜索。',
  failed: (error) => `未能完成：${error}`,
  jobs: ({ jobs, total }) =>
    total === 0
      ? '没有找到符合条件的已保存职位。'
      : [`找到 ${total} 个职位：`, ...jobs.slice(0, MAX_ITEMS_SHOWN).map((job) => card(job, '—', '远程', '评分'))].join(
          '\n',
        ),
  analysis: ({ analysis, title, company }) =>
    [
      `**${title}**（${company}）：${analysis.overallScore === null ? '无法评分' : `${analysis.overallScore} 分`}。`,
      analysis.summary,
      `优势：${list(analysis.strengths, '未发现')}。`,
      `差距：${list(skillNames(analysis.gaps), '未发现')}。`,
      ...analysis.suggestions.map((each) => `- ${each}`),
    ].join('\n'),
  ranking: ({ results, failed }) =>
    [
      results.length === 0 ? '没有可分析的职位。' : '各职位的匹配程度（从高到低）：',
      ...results.map((each) => `- #${each.jobId} ${each.title}（${each.company}）：${each.overallScore ?? '无法评分'}`),
      ...failed.map(({ jobId, error }) => `- #${jobId}：${error}`),
    ].join('\n'),
  prescore: ({ jobId, title, company, score, matched, missing }) =>
    score === null
      ? `#${jobId} ${title}（${company}）没有可比较的技能。`
      : `#${jobId} ${title}（${company}）：${score} 分。已具备：${list(matched, '无')}；缺少：${list(missing, '无')}。`,
  tailored: ({ tailored, title, company, pdf }) =>
    [
      `${tailored.isNew ? '已生成' : '已有'}第 ${tailored.version} 版简历，针对 **${title}**（${company}）：移动 ${tailored.diff.moved} 行，新增 ${tailored.diff.added} 行，删除 ${tailored.diff.removed} 行。没有编造任何内容。`,
      ...tailored.warnings.map((warning) => `- ${warning}`),
      `PDF：${pdf}`,
    ].join('\n'),
  versions: ({ jobId, versions }) =>
    versions.length === 0
      ? `职位 ${jobId} 还没有定制简历。`
      : versions
          .map((each) => `- 第 ${each.version} 版，${each.createdAt.slice(0, 10)}${each.isLatest ? '（最新）' : ''}`)
          .join('\n'),
  resumes: ({ resumes }) =>
    resumes.length === 0
      ? '还没有简历。请先添加一份，以便与职位比较。'
      : resumes
          .map(
            ({ id, name, isDefault, skills }) =>
              `- #${id} ${name}${isDefault ? '（默认）' : ''}：${list(skills.slice(0, MAX_ITEMS_SHOWN), '未发现技能')}`,
          )
          .join('\n'),
  resume: ({ resume: { id, name, content } }) => `#${id} ${name}\n\n${content}`,
  enriched: ({ job, method, changed }) =>
    `已读取 #${job.id} ${job.title}（${job.company}，${method}）；新内容：${list(changed, '无')}。`,
};

export const REPLIES: Readonly<Record<OfflineLanguage, Replies>> = { en, zh };

function card(job: JobCard, at: string, remote: string, score: string): string {
  const facts = [
    job.location,
    job.remote === true ? remote : null,
    typeof job.matchScore === 'number' ? `${score} ${job.matchScore}` : null,
  ];
  const known = facts.filter((fact) => fact !== null && fact !== undefined && fact !== '');
  return `- #${job.id} **${job.title}** ${at} ${job.company}${known.length === 0 ? '' : ` (${known.join(', ')})`}`;
}
