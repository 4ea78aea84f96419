import { DIFFERENCES } from '../findings/differences.ts';
import type { Finding } from '../findings/verdict.ts';
import type { ConformanceReport } from '../run-conformance.ts';
import { byDifference, bySection, countVerdicts } from './count-verdicts.ts';
import { describeEvidence } from './describe-evidence.ts';
import { toConclusion } from './to-text.ts';

/** The report as a page of documentation. */
export function toMarkdown(report: ConformanceReport): string {
  const { findings, swarm } = report;
  return [
    `# MAIL conformance of ${swarm}`,
    '',
    toConclusion(report),
    ...bySection(findings).flatMap(([section, of]) => toSection(section, of)),
    ...toDifferences(findings),
    ...toFailures(findings),
    '',
  ].join('\n');
}

function toSection(section: string, findings: readonly Finding[]): string[] {
  const { pass, differs, fail, 'not-applicable': rest } = countVerdicts(findings);
  const rows = findings.map(({ id, level, says, sentence = '', verdict, reason, differences = [] }) => {
    const note = reason ?? differences.map((difference) => `\`${difference}\``).join(', ');
    return `| ${id} | ${level} | ${escapeCell(says)} | ${sentence} | ${verdict} | ${escapeCell(note)} |`;
  });
  return [
    '',
    `## ${section}: ${pass} pass, ${differs} differ, ${fail} fail, ${rest} do not apply`,
    '',
    '| id | level | rule | SPEC.md | verdict | note |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows,
  ];
}

function toDifferences(findings: readonly Finding[]): string[] {
  const seen = byDifference(findings);
  if (seen.length === 0) return [];
  const rows = seen.map(([difference, ids]) => {
    const { reference, here } = DIFFERENCES[difference];
    return `| \`${difference}\` | ${escapeCell(reference)} | ${escapeCell(here)} | ${ids.join(', ')} |`;
  });
  const head = ['| difference | MAIL’s own server | this server | seen by |', '| --- | --- | --- | --- |'];
  return ['', '## Deliberate differences', '', ...head, ...rows];
}

function toFailures(findings: readonly Finding[]): string[] {
  return findings
    .filter(({ verdict }) => verdict === 'fail')
    .flatMap(({ id, says, evidence }) => [
      '',
      `### ${id}: ${says}`,
      '',
      ...(evidence === undefined ? [] : ['```text', ...describeEvidence(evidence), '```']),
    ]);
}

function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}
