import type { SkillMatch } from './match-aliases.ts';

const FILLER =
  '(?:(?:any|prior|previous|existing|experience|knowledge|skills?|with|of|in|for|require|requires|need|needs|expect|want|use|using|know|to|like|looking|a|an|the|strict)\\s+){0,6}';
const BEFORE = new RegExp(
  `(?:\\b(?:no|without|not(?! only\\b| just\\b)|never|don['’]t|doesn['’]t|isn['’]t|aren['’]t)\\s+${FILLER}|\\bnon-|不需要|无需|不要求|不用|不使用|無需|不必)(?:会|懂|掌握|熟悉|使用|有)?$`,
  'iu',
);
const AFTER =
  /^\s*(?:experience |knowledge |skills? )?(?:(?:is|are)\s*(?:not|n['’]t)|isn['’]t|aren['’]t|not)\s+(?:required|needed|necessary|used|a requirement|part of)|^(?:经验)?(?:不需要|不要求|不必|并非必)/iu;
const ALSO_BEFORE = /^\s*(?:,|or|nor|\/|或|、|,\s*or)\s*$/iu;
const MAX_DISTANCE = 80;

/** Those of a sentence's skills that it says are not wanted: "no Java or PHP needed", "无需 Java". */
export function findNegated(sentence: string, matches: readonly SkillMatch[]): Set<SkillMatch> {
  const negated = new Set<SkillMatch>();
  for (const [at, match] of matches.entries()) {
    const previous = matches[at - 1];
    const between = previous === undefined ? undefined : sentence.slice(previous.end, match.start);
    const inherits = previous !== undefined && negated.has(previous) && ALSO_BEFORE.test(between ?? '');
    const before = sentence.slice(Math.max(0, match.start - MAX_DISTANCE), match.start);
    const after = sentence.slice(match.end, match.end + MAX_DISTANCE);
    if (inherits || BEFORE.test(before) || AFTER.test(after)) negated.add(match);
  }
  // "Java or PHP is not needed" speaks of both.
  for (let at = matches.length - 2; at >= 0; at -= 1) {
    const [match, next] = [matches[at], matches[at + 1]];
    if (match === undefined || next === undefined || !negated.has(next)) continue;
    if (/^\s*(?:or|nor|\/|或)\s*$/iu.test(sentence.slice(match.end, next.start))) negated.add(match);
  }
  return negated;
}
