import { Banner, Choice, Empty, Spinner, useQuery, useServer } from '@posthouse/components';
import { uiUsageWire } from '@posthouse/protocol';
import { Suspense, useState } from 'react';
import { BudgetTable } from '../budgets/budget-table.tsx';
import { loadSwarms } from '../server/load-swarms.ts';
import { lazyPart } from '../routing/lazy-part.ts';
import { toCount, toMoney } from '../format/numbers.ts';
import { toTotals, type UsageLine } from './to-totals.ts';

const UsageChart = lazyPart(() => import('./usage-chart.tsx'));
const KEYS = ['agent', 'model', 'swarm'] as const;

/** Tokens and cost over time, by agent, model or swarm. */
export default function UsageView() {
  const server = useServer();
  const [key, setKey] = useState<(typeof KEYS)[number]>('agent');
  const { value, failure } = useQuery(
    'usage',
    async (signal) => uiUsageWire.parse(await server.ask('/ui/usage?limit=200', { signal })).value.usage,
    { everyMs: 10_000 },
  );
  const { value: served } = useQuery('swarms', (signal) => loadSwarms(server, signal));
  const nameOf = (line: UsageLine): string => line[key];
  const totals = toTotals(value ?? [], nameOf);
  return (
    <div className="mx-auto max-w-5xl p-4">
      <div className="mb-3 flex items-end gap-2">
        <h1 className="mr-auto text-lg font-semibold">Usage</h1>
        <Choice label="By" labelHidden value={key} onChange={(event) => setKey(event.target.value as typeof key)}>
          {KEYS.map((each) => (
            <option key={each} value={each}>
              by {each}
            </option>
          ))}
        </Choice>
      </div>
      {failure !== undefined && <Banner look="alarm">{failure.message}</Banner>}
      {served?.swarms.map(({ name }) => (
        <BudgetTable key={name} swarm={name} />
      ))}
      {value === undefined && failure === undefined && <Spinner label="Loading" />}
      {value?.length === 0 && <Empty title="No usage yet">Tokens and costs of model calls appear here.</Empty>}
      {value !== undefined && value.length > 0 && (
        <>
          <div className="h-72 rounded-lg border border-line bg-card p-2">
            <Suspense fallback={<Spinner label="Loading" />}>
              <UsageChart lines={value} nameOf={nameOf} />
            </Suspense>
          </div>
          <div className="mt-4 overflow-x-auto">
            <table className="w-full text-sm">
              <caption className="sr-only">Usage by {key}</caption>
              <thead className="text-left text-soft">
                <tr>
                  {[key, 'calls', 'tokens read', 'tokens written', 'cost'].map((title, index) => (
                    <th key={title} scope="col" className={`px-2 py-1 font-medium ${index > 0 ? 'text-right' : ''}`}>
                      {title}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {totals.map(({ name, calls, inputTokens, outputTokens, cost }) => (
                  <tr key={name} className="border-t border-line">
                    <th scope="row" className="px-2 py-1.5 text-left font-medium">
                      {name}
                    </th>
                    <td className="px-2 text-right">{toCount(calls)}</td>
                    <td className="px-2 text-right">{toCount(inputTokens)}</td>
                    <td className="px-2 text-right">{toCount(outputTokens)}</td>
                    <td className="px-2 text-right">{cost === undefined ? '–' : toMoney(cost)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
    </div>
  );
}
