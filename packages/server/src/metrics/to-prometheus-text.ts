import type { MetricFamily, Sample } from './metric-family.ts';

/** The media type of the text format that every Prometheus reads. */
export const PROMETHEUS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** Families of metrics as Prometheus reads them. */
export function toPrometheusText(families: readonly MetricFamily[]): string {
  return families
    .flatMap((family) => [
      `# HELP ${family.name} ${family.help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}`,
      `# TYPE ${family.name} ${family.type}`,
      ...family.samples().map((sample) => toLine(family.name, sample)),
    ])
    .map((line) => `${line}\n`)
    .join('');
}

function toLine(name: string, { suffix = '', labels, value }: Sample): string {
  const pairs = Object.entries(labels).map(([key, text]) => `${key}="${escapeLabel(text)}"`);
  return `${name}${suffix}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${toNumber(value)}`;
}

function escapeLabel(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}

function toNumber(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? '+Inf' : '-Inf';
  return String(value);
}
