import { Bar, BarChart, CartesianGrid, Legend, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { agentHue } from '../format/agent-hue.ts';
import { toCount } from '../format/numbers.ts';
import { toSeries, type UsageLine } from './to-totals.ts';

const toHour = (hour: string): string =>
  new Date(hour).toLocaleString('en-GB', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });

const toLegend = (name: unknown) => <span className="text-ink">{String(name)}</span>;

/** Tokens by hour as stacked bars. The table below says the same in numbers. */
export default function UsageChart({
  lines,
  nameOf,
}: {
  lines: readonly UsageLine[];
  nameOf: (line: UsageLine) => string;
}) {
  const { hours, names } = toSeries(lines, nameOf);
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart data={hours} accessibilityLayer margin={{ top: 8, right: 8, bottom: 0, left: 8 }}>
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis dataKey="hour" tickFormatter={toHour} stroke="var(--soft)" fontSize={12} />
        <YAxis stroke="var(--soft)" fontSize={12} width={56} tickFormatter={toCount} />
        <Tooltip
          labelFormatter={(label) => toHour(String(label))}
          contentStyle={{ background: 'var(--card)', borderColor: 'var(--line)', color: 'var(--ink)' }}
          cursor={{ fill: 'var(--sunken)' }}
        />
        <Legend formatter={toLegend} iconSize={10} wrapperStyle={{ fontSize: 12 }} />
        {names.map((name) => (
          <Bar
            key={name}
            dataKey={name}
            stackId="tokens"
            fill={`hsl(${agentHue(name)} 55% 50%)`}
            stroke="var(--card)"
            isAnimationActive={false}
            maxBarSize={64}
          />
        ))}
      </BarChart>
    </ResponsiveContainer>
  );
}
