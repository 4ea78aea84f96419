/** What a scrape gives: numbers by series, and what was declared about their families. */
export type Scrape = {
  /** By the series as written, labels included. */
  values: Map<string, number>;
  types: Map<string, string>;
};

const SERIES =
  /^([a-zA-Z_:][\w:]*)(\{(?:[a-zA-Z_]\w*="(?:[^"\\\n]|\\[\\"n])*",?)*\})? (NaN|[+-]Inf|-?[\d.]+(?:e[+-]?\d+)?)$/;

/**
 * Reads the text format as strictly as Prometheus does: throws for a line it does not know, a series without a declared
 * family, a family declared twice, a series given twice.
 */
export function parsePrometheusText(text: string): Scrape {
  if (!text.endsWith('\n')) throw new Error('the last line does not end');
  const scrape: Scrape = { values: new Map(), types: new Map() };
  const helped = new Set<string>();
  for (const line of text.slice(0, -1).split('\n')) {
    if (line.startsWith('# HELP ')) addOnce(helped, line.split(' ')[2]!);
    else if (line.startsWith('# TYPE ')) declare(scrape.types, line);
    else if (line !== '') readSeries(scrape, line);
  }
  return scrape;
}

/** The number of a series, which must be there. */
export function valueOf(text: string, series: string): number {
  const value = parsePrometheusText(text).values.get(series);
  if (value === undefined) throw new Error(`there is no ${series} in\n${text}`);
  return value;
}

function addOnce(names: Set<string>, name: string): void {
  if (names.has(name)) throw new Error(`${name} is explained twice`);
  names.add(name);
}

function declare(types: Map<string, string>, line: string): void {
  const [, , name, type] = line.split(' ');
  if (types.has(name!)) throw new Error(`${name} is declared twice`);
  if (!['counter', 'gauge', 'histogram'].includes(type!)) throw new Error(`${type} is no type of metric`);
  types.set(name!, type!);
}

function readSeries({ values, types }: Scrape, line: string): void {
  const match = SERIES.exec(line);
  if (match === null) throw new Error(`cannot read: ${line}`);
  const [, name, labels = '', number] = match;
  const family = name!.replace(/_(bucket|sum|count)$/, '');
  if (!types.has(name!) && types.get(family) !== 'histogram') throw new Error(`${name} was not declared`);
  const series = `${name}${labels}`;
  if (values.has(series)) throw new Error(`${series} is given twice`);
  values.set(series, Number(number!.replace('Inf', 'Infinity')));
}
