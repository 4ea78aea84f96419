import { describeValue, parseJSON, PosthouseError } from '@posthouse/protocol';
import { didYouMean } from '../definitions/closest-name.ts';
import type { SwarmDefinition } from '../definitions/swarm-definition.ts';
import { swarmError } from '../definitions/swarm-problem.ts';
import { checkCandidate, join } from './check-candidate.ts';
import type { LoadOptions } from './load-options.ts';
import { joinMissingModules, loadReport, type LoadReport } from './load-report.ts';
import { createResolve } from './resolve-reference.ts';
import { type SwarmJSON, swarmSchema } from './swarms-schema.ts';
import { toSwarm } from './to-swarm.ts';

/**
 * Reads swarms in the format of the MAIL reference: a list of them, or a single one, as JSON text or as a value.
 * Throws one `invalid_swarm` error that lists all problems.
 *
 * @example
 * const [example] = await parseSwarmsJSON(text, { names: ['example'] });
 */
export async function parseSwarmsJSON(source: unknown, options: LoadOptions = {}): Promise<SwarmDefinition[]> {
  const value = typeof source === 'string' ? parseJSON(source) : toJSONCopy(source);
  if (typeof value !== 'object' || value === null) {
    const message = `must be a list of swarms, but it is ${describeValue(value)}`;
    throw swarmError('the swarms', [{ path: '(the whole file)', message }]);
  }
  const report = loadReport();
  const swarms = await loadSwarms(value, options, report).catch(refuseDepth);
  for (const warning of report.warnings) options.onWarning?.(warning);
  if (report.problems.length === 0) return swarms;
  const cause = report.causes.length === 0 ? undefined : new AggregateError(report.causes);
  throw swarmError('the swarms', joinMissingModules(report.problems), cause);
}

async function loadSwarms(value: object, options: LoadOptions, report: LoadReport): Promise<SwarmDefinition[]> {
  const isList = Array.isArray(value);
  const list: unknown[] = isList ? value : [value];
  const names = list.map(nameOf);
  reportMissing(names, options, report);
  const resolve = createResolve(options);
  const swarms: SwarmDefinition[] = [];
  for (const [index, item] of list.entries()) {
    const name = names[index];
    const path = isList ? String(index) : '';
    if (options.names !== undefined && (name === undefined || !options.names.includes(name))) continue;
    if (name !== undefined && names.indexOf(name) < index) {
      report.problems.push({ path: join(path, 'name'), message: `there is another swarm called '${name}'` });
    }
    const found = loadReport();
    const candidate: SwarmJSON | undefined = checkCandidate(swarmSchema, item, path, found);
    const swarm = candidate && (await toSwarm(candidate, path, options, resolve, found));
    addReport(report, found, { path, swarm: candidate?.name, options });
    if (swarm !== undefined && found.missing === undefined) swarms.push(swarm);
  }
  return swarms;
}

/** What was found in one swarm. Without Python nothing of it can be judged but that. */
function addReport(
  report: LoadReport,
  found: LoadReport,
  { path, swarm = '', options }: { path: string; swarm: string | undefined; options: LoadOptions },
): void {
  const { missing } = found;
  if (missing === undefined) {
    report.problems.push(...found.problems);
    report.warnings.push(...found.warnings);
    report.causes.push(...found.causes);
  } else if (options.onUnavailable === undefined) {
    report.problems.push({ path: path === '' ? '(the whole file)' : path, message: missing.message });
    report.causes.push(missing);
  } else {
    options.onUnavailable(swarm, missing.message);
  }
}

/** Nobody writes JSON that is nested so deeply that it cannot be walked; whoever sends it gets an answer all the same. */
function refuseDepth(cause: unknown): never {
  if (!(cause instanceof RangeError)) throw cause;
  throw swarmError('the swarms', [{ path: '(the whole file)', message: 'is nested too deeply' }], cause);
}

function reportMissing(names: (string | undefined)[], { names: wanted = [] }: LoadOptions, report: LoadReport): void {
  const known = names.filter((name) => name !== undefined);
  for (const name of wanted.filter((other) => !known.includes(other))) {
    report.problems.push({
      path: '(the whole file)',
      message: `there is no swarm '${name}'.${didYouMean(name, known)}`,
    });
  }
}

function nameOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('name' in value)) return undefined;
  return typeof value.name === 'string' ? value.name : undefined;
}

/** A copy that nobody else can change while it is read, and that has nothing but JSON in it. */
function toJSONCopy(source: unknown): unknown {
  let text: string | undefined;
  try {
    text = JSON.stringify(source);
  } catch (cause) {
    throw new PosthouseError({ code: 'invalid_json', message: 'the swarms cannot be written as JSON', cause });
  }
  return text === undefined ? undefined : parseJSON(text);
}
