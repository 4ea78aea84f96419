import { defined, messageOf } from '@posthouse/protocol';
import { CHECKS } from './checks/all-checks.ts';
import { type Check, type Need, REASONS } from './checks/check.ts';
import { wrapperFor } from './checks/interswarm.ts';
import { detailOf } from './findings/expect-that.ts';
import { type Evidence, type Finding, NotApplicable, type Seen, Unmet } from './findings/verdict.ts';
import { NoAnswerError } from './http/exchange.ts';
import { Lab, type LabOptions } from './lab/lab.ts';

export type ConformanceOptions = LabOptions & {
  /** Ids of checks (`N12`, `D-delegate`) or beginnings of ids (`B`, `D-`); all by default. */
  only?: readonly string[];
  /** Called with each finding as soon as it is made. */
  onFinding?: (finding: Finding) => void;
};

/** What the suite found out about a server. */
export type ConformanceReport = {
  url: string;
  swarm: string;
  /** Whether the server runs the swarm that plays the scenarios. */
  scenarios: boolean;
  findings: Finding[];
  /** True when no MUST fails. */
  conforms: boolean;
};

/**
 * Runs the conformance suite against a MAIL server, written in any language. Rejects with a `NoAnswerError` if no
 * server answers there, and with an error if it does not know the tokens.
 *
 * @example
 * const { conforms, findings } = await runConformance({ url: 'http://127.0.0.1:8000', tokens: { user: token } });
 */
export async function runConformance(options: ConformanceOptions): Promise<ConformanceReport> {
  const chosen = selectChecks(options.only);
  using lab = new Lab(options);
  // A server that does not answer this answers nothing, and a list of failures would not say more.
  await lab.root();
  await requireTokens(lab);
  // What changes the server comes last, so that everything else has seen it unchanged.
  const order = chosen.toSorted((a, b) => Number(changes(a)) - Number(changes(b)));
  const found = new Map<string, Finding>();
  for (const check of order) {
    const finding = await carryOut(check, lab);
    found.set(check.id, finding);
    options.onFinding?.(finding);
  }
  const findings = chosen.map(({ id }) => found.get(id)!);
  return {
    url: options.url,
    swarm: await lab.swarmName(),
    scenarios: await lab.hasScenarios(),
    findings,
    conforms: !findings.some(({ verdict, level }) => verdict === 'fail' && level === 'MUST'),
  };
}

/** The checks with these ids, or whose ids begin with them. Throws if an id matches no check. */
export function selectChecks(only: readonly string[] | undefined): Check[] {
  if (only === undefined || only.length === 0) return [...CHECKS];
  const isMeant = (id: string, word: string): boolean =>
    id.toLowerCase() === word.toLowerCase() || (!/\d$/.test(word) && id.toLowerCase().startsWith(word.toLowerCase()));
  const unknown = only.find((word) => !CHECKS.some(({ id }) => isMeant(id, word)));
  if (unknown !== undefined) throw new RangeError(`there is no check ${unknown}; --list shows them all`);
  return CHECKS.filter(({ id }) => only.some((word) => isMeant(id, word)));
}

function changes({ needs = [] }: Check): boolean {
  return needs.includes('changes');
}

async function carryOut(check: Check, lab: Lab): Promise<Finding> {
  const { id, section, level, says, sentence, needs = [] } = check;
  const about = { id, section, level, says, ...defined({ sentence }) };
  try {
    for (const need of needs) if (!(await isMet(need, lab))) throw new NotApplicable(REASONS[need]);
    if (needs.includes('agent')) await requireVoice(lab);
    const seen: Seen = (await check.run(lab)) ?? [];
    if (seen.length === 0) return { ...about, verdict: 'pass', behaviour: 'as the reference' };
    return { ...about, verdict: 'differs', behaviour: 'better', differences: [...new Set(seen)].toSorted() };
  } catch (error) {
    if (error instanceof NotApplicable) return { ...about, verdict: 'not-applicable', reason: error.message };
    const asReference = error instanceof Unmet && error.asReference;
    const behaviour = asReference ? 'as the reference' : 'wrong';
    return { ...about, verdict: 'fail', behaviour, evidence: toEvidence(error) };
  }
}

async function isMet(need: Need, lab: Lab): Promise<boolean> {
  switch (need) {
    case 'admin':
    case 'agent':
      return lab.has(need);
    case 'scenarios':
      return lab.hasScenarios();
    case 'changes':
      return lab.options.allowChanges === true;
    case 'ping':
      return lab.options.pingAfterMs !== undefined;
  }
}

function toEvidence(error: unknown): Evidence {
  if (error instanceof Unmet) return error.evidence;
  if (error instanceof NoAnswerError) {
    return { expected: 'an answer', seen: error.message, request: error.request };
  }
  // A server may answer anything; what a check did not foresee counts against the server and is shown as it is.
  return { expected: 'answers that can be read', seen: messageOf(error) };
}

/** A server that does not know a token refuses what it has to refuse. One path alone may be wrong about whom it lets in. */
async function requireTokens(lab: Lab): Promise<void> {
  for (const speaker of ['user', 'admin'] as const) {
    if (!lab.has(speaker)) continue;
    const asked = await Promise.all(['/whoami', '/status'].map((path) => lab.get(path, speaker)));
    if (asked.some(({ answer }) => answer.status !== 401)) continue;
    throw new Error(`the server does not accept the token of the ${speaker}: ${detailOf(asked[0]!) ?? '401'}`);
  }
}

/**
 * Throws `NotApplicable` when the server says that the given token belongs to another swarm than the suite has guessed. A
 * server may insist on that, and only the owner of the token knows its name.
 */
async function requireVoice(lab: Lab): Promise<void> {
  if (lab.options.peerName !== undefined) return;
  const refusal = await lab.once('voice', async () => {
    // Nobody reads this, so that asking leaves nothing behind.
    const wrapper = await wrapperFor(lab, { recipient: 'nobody-here' });
    const exchange = await lab.post('/interswarm/forward', wrapper, 'agent');
    return exchange.answer.status === 403 ? (detailOf(exchange) ?? 'without a reason') : undefined;
  });
  if (refusal === undefined) return;
  const name = await lab.peerName();
  throw new NotApplicable(
    `the server takes nothing that this token sends as ${name} (${refusal}): say whose token it is with --peer-name`,
  );
}
