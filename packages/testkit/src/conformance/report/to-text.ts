import { DIFFERENCES } from '../findings/differences.ts';
import type { Finding, Verdict } from '../findings/verdict.ts';
import type { ConformanceReport } from '../run-conformance.ts';
import { byDifference, bySection, type Counts, countVerdicts, VERDICTS } from './count-verdicts.ts';
import { describeEvidence } from './describe-evidence.ts';

const MARKS: Readonly<Record<Verdict, string>> = { pass: '✓', differs: '≈', fail: '✗', 'not-applicable': '-' };
const NAME_WIDTH = 12;

/** The report for people: what was checked, in sections, then what differs and what fails. */
export function toText(report: ConformanceReport): string {
  const { url, swarm, scenarios, findings } = report;
  return [
    `MAIL conformance of ${url}, swarm ${swarm}${scenarios ? '' : ' (not the conformance swarm: no scenarios)'}`,
    '',
    ...toTable(findings),
    ...bySection(findings).flatMap(([section, of]) => ['', section, ...of.map(toLine)]),
    ...toDifferences(findings),
    ...toFailures(findings),
    '',
    toConclusion(report),
    '',
  ].join('\n');
}

function toTable(findings: readonly Finding[]): string[] {
  const row = (name: string, cells: readonly (string | number)[]): string =>
    `${name.padEnd(NAME_WIDTH)}${cells.map((cell) => String(cell).padStart(16)).join('')}`;
  const counts = (of: Counts): number[] => VERDICTS.map((verdict) => of[verdict]);
  return [
    row('', VERDICTS),
    ...bySection(findings).map(([section, of]) => row(section, counts(countVerdicts(of)))),
    row('all', counts(countVerdicts(findings))),
  ];
}

function toLine({ id, level, says, verdict, reason, differences = [] }: Finding): string {
  const note = reason ?? differences.join(', ');
  return `  ${MARKS[verdict]} ${id.padEnd(20)}${level.padEnd(7)}${says}${note === '' ? '' : ` [${note}]`}`;
}

function toDifferences(findings: readonly Finding[]): string[] {
  const seen = byDifference(findings);
  if (seen.length === 0) return [];
  const lines = seen.flatMap(([difference, ids]) => {
    const { reference, here } = DIFFERENCES[difference];
    return [`  ${difference} (${ids.join(', ')})`, `    MAIL's own server ${reference}; this one ${here}.`];
  });
  return ['', 'Deliberate differences', ...lines];
}

function toFailures(findings: readonly Finding[]): string[] {
  const failures = findings.filter(({ verdict }) => verdict === 'fail');
  if (failures.length === 0) return [];
  const lines = failures.flatMap(({ id, level, says, sentence, behaviour, evidence }) => [
    `  ${id} ${level} ${says}${behaviour === 'as the reference' ? " MAIL's own server does the same." : ''}`,
    ...(sentence === undefined ? [] : [`    SPEC.md   ${sentence}`]),
    ...(evidence === undefined ? [] : describeEvidence(evidence).map((line) => `    ${line}`)),
  ]);
  return ['', 'Failures', ...lines];
}

/** The last line: whether the server conforms. */
export function toConclusion({ findings, conforms }: ConformanceReport): string {
  const { pass, differs, fail, 'not-applicable': rest } = countVerdicts(findings);
  const counts = `${pass} pass, ${differs} differ on purpose, ${fail} fail, ${rest} do not apply`;
  return conforms ? `Conforms: no MUST fails (${counts}).` : `Does not conform: a MUST fails (${counts}).`;
}
