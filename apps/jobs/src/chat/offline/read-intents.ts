import { readReference } from './read-reference.ts';
import { readSearch } from './read-search.ts';
import type { Intent } from './intent.ts';

/** A word at the end of which English has endings and Chinese has none. */
const has = (pattern: RegExp) => (text: string) => pattern.test(text);

/** In this order: what is more particular is asked first. */
const KINDS: readonly [Intent['kind'], (text: string) => boolean][] = [
  ['versions', has(/\bversions?\b|版本/i)],
  ['tailor', has(/\b(tailor|customi[sz]e|adapt|rewrite)\w*\b|定制|改写|量身|针对.*简历|优化.*简历|修改.*简历/i)],
  ['prescore', has(/\b(pre-?scor\w*|scor(e|es|ing)\b|quick (check|look|estimate)\b)|打分|评分|分数|预评|预估/i)],
  [
    'analyze',
    has(/\b(analy[sz]\w*|compare|fit|fits|match(es|ing)?|suit\w*|assess|evaluate)\b|分析|匹配|适合|比较|评估/i),
  ],
  ['enrich', has(/https?:\/\/|\b(enrich|fetch|import)\b|补全|抓取|导入/i)],
  ['search', has(/\b(search|find|look(ing)? for|seek|hunt)\b|搜索|搜一?下|查找|寻找|找/i)],
  [
    'resume',
    has(
      /\b(default|my|show|read|open|the) (the )?(default )?(resume|cv)\b(?! list)|(默认|我的|查看|显示).{0,4}简历|resume #?\d|简历 ?#?\d/i,
    ),
  ],
  ['resumes', has(/\b(resumes?|cvs?)\b|简历/i)],
  ['list', has(/\b(list|show|display|what|which|my|all|saved|inbox)\b|列出|显示|看看|有哪些|所有|全部|收件箱|收藏/i)],
];

const STATUSES: readonly [string, RegExp][] = [
  ['interviewing', /\binterview\w*\b|面试/i],
  ['offer', /\boffers?\b|录用|录取/i],
  ['rejected', /\breject\w*\b|被拒|拒绝/i],
  ['skipped', /\bskip\w*\b|跳过|忽略/i],
  ['applied', /\bappl(y|ied|ications?)\b|已投|已申请|投递/i],
  ['inbox', /\b(inbox|new ones)\b|收件箱|新职位/i],
];

const JOINED =
  /\b(?:and then|then|after that|afterwards)\b|[,，;；]\s*(?:and\s+)?(?=(?:analy[sz]e|tailor|score|search|find|list|show)\b)|\band (?=(?:analy[sz]e|tailor|score|search|find|list|show)\b)|然后|接着|再(?=分析|定制|搜索|打分|评分)|并(?=分析|定制|搜索|打分|评分)|[，,；;。](?=分析|定制|搜索|打分|评分)/i;

const MAX_INTENTS = 5;

/**
 * What a message asks for, in English or Chinese, one intent after the other. What no rule understands is a plea for help.
 *
 * @example readIntents('find TypeScript jobs in Berlin, then analyze the first one').map(({ kind }) => kind); // ['search', 'analyze']
 */
export function readIntents(text: string): Intent[] {
  const intents = text
    .slice(0, 4_000)
    .split(JOINED)
    .map((clause) => clause.trim())
    .filter((clause) => clause !== '')
    .map(readIntent)
    .filter((intent) => intent !== undefined);
  return intents.length === 0 ? [{ kind: 'help' }] : intents.slice(0, MAX_INTENTS);
}

function readIntent(clause: string): Intent | undefined {
  const kind = KINDS.find(([, matches]) => matches(clause))?.[0];
  const jobs = readReference(clause);
  switch (kind) {
    case 'versions':
    case 'analyze':
    case 'prescore':
      return { kind, jobs };
    case 'tailor':
      return { kind, jobs, ...readInstructions(clause) };
    case 'enrich': {
      const url = /https?:\/\/[^\s<>"'，。）)]+/i.exec(clause)?.[0];
      return { kind, jobs, url };
    }
    case 'search':
      return { kind, ...readSearch(clause) };
    case 'resume': {
      const id = /(?:resume|cv|简历)\s*#?\s*(\d{1,9})/i.exec(clause)?.[1];
      return { kind, id: id === undefined ? undefined : Number(id) };
    }
    case 'resumes':
      return { kind };
    case 'list':
      return readList(clause);
    default:
      return undefined;
  }
}

function readList(clause: string): Intent | undefined {
  const status = STATUSES.find(([, pattern]) => pattern.test(clause))?.[0];
  const starred = /\b(starred|favou?rites?)\b|收藏|星标/i.test(clause);
  const isAboutJobs = /\b(jobs?|positions?|postings?|roles?|openings?|applications?)\b|职位|工作|岗位|机会|申请/i.test(
    clause,
  );
  if (status === undefined && !starred && !isAboutJobs) return undefined;
  return { kind: 'list', status, ...(starred && { starred }) };
}

function readInstructions(clause: string): { instructions?: string } {
  const found =
    /(?:emphasi[sz]e|focus on|highlight|with the instructions?|突出|强调|重点|要求)[:：]?\s*(.{2,500})$/is.exec(clause);
  return found === null ? {} : { instructions: found[0].trim() };
}
