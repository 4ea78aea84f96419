import { defined } from '@posthouse/protocol';
import type { Requirement } from '../requirements/requirement.ts';
import { REQUIREMENTS } from '../requirements/requirement.ts';
import { SENTENCES } from '../requirements/sentences.ts';
import { NotApplicable } from '../findings/verdict.ts';
import { addressChecks } from './address-checks.ts';
import type { Check, RuleCheck } from './check.ts';
import { instanceChecks } from './instance-checks.ts';
import { interswarmChecks } from './interswarm-checks.ts';
import { interswarmMatrixChecks } from './interswarm-matrix-checks.ts';
import { matrixChecks } from './matrix-checks.ts';
import { messageChecks } from './message-checks.ts';
import { messageMatrixChecks } from './message-matrix-checks.ts';
import { registryChecks } from './registry-checks.ts';
import { routingChecks } from './routing-checks.ts';
import { scenarioChecks } from './scenario-checks.ts';
import { serverChecks } from './server-checks.ts';
import { streamChecks } from './stream-checks.ts';
import { taskChecks } from './task-checks.ts';
import { uiChecks } from './ui-checks.ts';

const ruleChecks = new Map<string, RuleCheck>(
  [
    messageChecks,
    addressChecks,
    taskChecks,
    routingChecks,
    instanceChecks,
    serverChecks,
    registryChecks,
    interswarmChecks,
  ]
    .flat()
    .map((check) => [check.id, check]),
);

/** Every check of the suite, in the order of the report. */
export const CHECKS: readonly Check[] = [
  ...REQUIREMENTS.map(toCheck),
  ...[...matrixChecks, ...interswarmMatrixChecks, ...uiChecks, ...messageMatrixChecks].toSorted((a, b) =>
    a.id < b.id ? -1 : 1,
  ),
  ...streamChecks,
  ...scenarioChecks,
].map((check) => ({ ...check, ...defined({ sentence: SENTENCES[check.id] }) }));

/** A rule with its check. A rule that requests cannot show is listed too, with the reason. */
function toCheck({ hidden, ...rule }: Requirement): Check {
  if (hidden !== undefined) {
    return { ...rule, run: () => Promise.reject(new NotApplicable(`cannot be shown: ${hidden}`)) };
  }
  const check = ruleChecks.get(rule.id);
  if (check === undefined) throw new Error(`The rule ${rule.id} has neither a check nor a reason to have none.`);
  return { ...rule, ...check };
}
