export { DIFFERENCES, type DifferenceId } from './findings/differences.ts';
export type { Evidence, Finding, Level, Verdict } from './findings/verdict.ts';
export { toMarkdown } from './report/to-markdown.ts';
export { toText } from './report/to-text.ts';
export { type ConformanceOptions, type ConformanceReport, runConformance } from './run-conformance.ts';
export { conformanceScript } from './swarm/conformance-script.ts';
export { CONFORMANCE_SWARM, conformanceSwarm } from './swarm/conformance-swarm.ts';
export { toActionsFile, toSwarmsJSON } from './swarm/to-swarms-json.ts';
