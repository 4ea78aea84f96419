import { parser } from '@prometheus-io/lezer-promql';

export type Query = { metrics: string[]; labels: string[]; errors: string[] };

/** What a query of Prometheus names, and where it is wrong. Variables of Grafana stand for something that is right. */
export function readQuery(written: string): Query {
  const text = written.replaceAll('$__rate_interval', '5m').replaceAll(/\$\w+/g, 'x');
  const query: Query = { metrics: [], labels: [], errors: [] };
  parser.parse(text).iterate({
    enter: ({ type, from, to, node }) => {
      const words = text.slice(from, to);
      if (type.isError) query.errors.push(`${written}: not understood at ${from}`);
      else if (type.name === 'VectorSelector') query.metrics.push(/^[\w:]+/.exec(words)?.[0] ?? '');
      else if (type.name === 'LabelName' || (type.name === 'Identifier' && node.parent?.name === 'GroupingLabels')) {
        query.labels.push(words);
      }
    },
  });
  return query;
}
