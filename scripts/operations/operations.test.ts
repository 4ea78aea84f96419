import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { parsePrometheusText } from '../../packages/server/src/metrics/__fixtures__/parse-prometheus-text.ts';
import { programsOf } from '../docs/printed-programs.ts';
import { scrapeBusyServer } from './__fixtures__/busy-server.ts';
import { readQuery } from './__fixtures__/read-query.ts';

type Panel = {
  id: number;
  type: string;
  title: string;
  gridPos: { x: number; y: number; w: number; h: number };
  targets?: { refId: string; expr: string; legendFormat: string }[];
};
type Variable = { name: string; type: string; definition?: string };
type Dashboard = {
  uid: string;
  title: string;
  schemaVersion: number;
  panels: Panel[];
  templating: { list: Variable[] };
};

const root = new URL('../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');
const dashboard = JSON.parse(read('ops/grafana/dashboards/posthouse.json')) as Dashboard;
const alerts = toAlerts(read('ops/alerts.yaml'));
const targets = dashboard.panels.flatMap(({ targets: queries = [] }) => queries);

/** The queries of a file of rules. */
function toAlerts(text: string): string[] {
  const { groups } = parse(text) as { groups: { rules: { alert: string; expr: string; for: string }[] }[] };
  return groups.flatMap(({ rules }) => rules.map(({ expr }) => expr));
}

/** Labels that Prometheus adds by itself. */
const ADDED = ['instance', 'job'];
/** By series name without its labels: which labels a running server gives it. */
const labelsOf = new Map<string, Set<string>>();

/** All metrics, also those that have counted nothing yet. */
let declared: string[];

beforeAll(async () => {
  const scrapes = (await scrapeBusyServer()).map((text) => parsePrometheusText(text));
  declared = scrapes.flatMap(({ types }) => [...types.keys()]);
  for (const series of scrapes.flatMap(({ values }) => [...values.keys()])) {
    const [, name, labels = ''] = /^([\w:]+)(?:\{(.*)\})?$/s.exec(series)!;
    const known = labelsOf.get(name!) ?? new Set(ADDED);
    for (const [, label] of labels.matchAll(/(\w+)="(?:[^"\\]|\\.)*"/g)) known.add(label!);
    labelsOf.set(name!, known);
  }
});

/** What is wrong with a query, for a server as it is. */
function problemsOf(expr: string): string[] {
  const { metrics, labels, errors } = readQuery(expr);
  const unknown = metrics.filter((metric) => !labelsOf.has(metric)).map((metric) => `${expr}: no metric ${metric}`);
  const given = metrics.map((metric) => labelsOf.get(metric) ?? new Set<string>());
  const unlabelled = labels
    .filter((label) => !given.some((known) => known.has(label)))
    .map((label) => `${expr}: no label ${label}`);
  const none = metrics.length === 0 ? [`${expr}: asks for nothing`] : [];
  return [...errors, ...unknown, ...unlabelled, ...none];
}

describe('the dashboard', () => {
  test('queries only metrics of a running server', () => {
    expect(targets.length).toBeGreaterThan(20);
    expect(targets.flatMap(({ expr }) => problemsOf(expr))).toEqual([]);
  });

  test('shows how much of budgets is used, and what agents of the chat do', () => {
    const asked = new Set(targets.flatMap(({ expr }) => readQuery(expr).metrics));
    for (const metric of ['budget_spent', 'budget_limit', 'agent_run_seconds_count', 'agent_tokens_total']) {
      expect(asked).toContain(`posthouse_${metric}`);
    }
  });

  test('names lines by labels that its queries keep', () => {
    for (const { expr, legendFormat } of targets) {
      const grouped = / by \(([^)]*)\)/.exec(expr)?.[1]?.split(', ') ?? ADDED;
      for (const [, label] of legendFormat.matchAll(/\{\{(\w+)\}\}/g)) expect(grouped).toContain(label);
    }
  });

  test('fills its variables from existing metrics', () => {
    const queries = dashboard.templating.list.filter(({ type }) => type === 'query');
    expect(queries.map(({ name }) => name)).toEqual(['swarm', 'model']);
    for (const { name, definition } of queries) {
      const [, metric, label] = /^label_values\((\w+),(\w+)\)$/.exec(definition!)!;
      expect(label).toBe(name);
      expect(labelsOf.get(metric!)).toContain(label);
    }
  });

  test('the panels of the dashboard have their own ids and places', () => {
    const { uid, title, schemaVersion, panels } = dashboard;
    expect([uid, title, schemaVersion >= 36]).toEqual(['posthouse', 'Posthouse', true]);
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const taken = new Set<string>();
    for (const { gridPos, type, targets: queries } of panels) {
      expect(['row', 'stat', 'timeseries']).toContain(type);
      expect(type === 'row').toBe(queries === undefined);
      expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1) {
        for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1) {
          expect(taken).not.toContain(`${x}/${y}`);
          taken.add(`${x}/${y}`);
        }
      }
    }
  });
});

describe('the alerts', () => {
  test('query only metrics of a running server', () => {
    expect(alerts.length).toBeGreaterThan(4);
    expect(alerts.flatMap(problemsOf)).toEqual([]);
  });

  test('the alerts are those that the page prints', () => {
    const [, printed] = programsOf('docs/operations.md', 'yaml');
    expect(toAlerts(printed!)).toEqual(alerts);
  });
});

test('a query with a mistake is found', () => {
  expect(problemsOf('sum by (swarm) (rate(posthouse_nonsense_total[5m]))')).toHaveLength(2);
  expect(problemsOf('sum by (colour) (posthouse_runs_ended_total)')).toHaveLength(1);
  expect(problemsOf('sum by (swarm (posthouse_runs_ended_total)').length).toBeGreaterThan(0);
});

describe('docs/operations.md', () => {
  test('prints the tested set-up of traces', () => {
    const [program] = programsOf('docs/operations.md');
    expect(read('ops/tracing.ts')).toContain(program!.trim());
  });

  test.each(['docs/operations.md', 'docs/troubleshooting.md'])('names only metrics that exist: %s', (page) => {
    const named = new Set(read(page).match(/\bposthouse_\w+/g));
    expect(named.size).toBeGreaterThan(1);
    const unknown = [...named].filter((name) => !labelsOf.has(name) && !declared.includes(name));
    expect(unknown).toEqual([]);
  });
});

describe('the profile "seeing"', () => {
  const { services } = parse(read('compose.yaml')) as {
    services: Record<string, { profiles?: string[]; image?: string; ports?: string[]; volumes?: string[] }>;
  };
  const seeing = Object.entries(services).filter(([, { profiles }]) => profiles?.includes('seeing') === true);

  test('the profile has Prometheus, Grafana, Jaeger and a server that sends traces, open to this machine only', () => {
    expect(seeing.map(([name]) => name).toSorted()).toEqual(['grafana', 'jaeger', 'prometheus', 'traced']);
    for (const [, { ports = [], image = 'built:here' }] of seeing) {
      expect(ports.every((port) => port.startsWith('127.0.0.1:'))).toBe(true);
      expect(image).toMatch(/:[\w.]+$/);
    }
  });

  test('starts nothing by default', () => {
    const others = Object.keys(services).filter((name) => seeing.every(([each]) => each !== name));
    expect(others).toEqual(['database', 'server']);
  });

  test('mounts files that exist', () => {
    const mounted = seeing.flatMap(([, { volumes = [] }]) => volumes.map((volume) => volume.split(':')[0]!));
    for (const path of mounted.filter((each) => !each.endsWith('/secrets') && /\.\w+$/.test(each))) {
      expect(read(path).length).toBeGreaterThan(0);
    }
    expect(mounted).toContain('./ops/prometheus/prometheus.yaml');
  });

  test('installs the versions of the SDK that the set-up is tested with', () => {
    const { devDependencies } = JSON.parse(read('package.json')) as {
      devDependencies: Record<string, string>;
    };
    const installed = read('ops/traced.Dockerfile').match(/@opentelemetry\/[\w-]+@[\d.]+/g)!;
    const tested = Object.entries(devDependencies).filter(([name]) => name.startsWith('@opentelemetry/'));
    expect(installed.toSorted()).toEqual(tested.map(([name, version]) => `${name}@${version}`).toSorted());
  });
});
