import { Bar, BarChart, CartesianGrid, Legend, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import type { TimelinePoint } from '../api/stats.ts';
import { useLanguage, useWords } from '../words/use-words.ts';
import { toDayText } from './to-rows.ts';

const toLegend = (name: unknown) => <span className="text-sm text-ink">{String(name)}</span>;

/** What happened day by day: new jobs beside steps of applications, each kind of step with a pattern of its own. */
export default function TimelineChart({ points }: { points: readonly TimelinePoint[] }) {
  const words = useWords().analytics;
  const { language } = useLanguage();
  const day = (value: unknown): string => toDayText(String(value), language);
  const bar = { isAnimationActive: false, maxBarSize: 24, strokeWidth: 1 };
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart
        data={[...points]}
        accessibilityLayer={false}
        barGap={0}
        margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
      >
        <defs>
          <pattern id="stripes" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <rect width="5" height="5" fill="var(--ask-paper)" />
            <rect width="2.5" height="5" fill="var(--ask)" />
          </pattern>
          <pattern id="dots" width="5" height="5" patternUnits="userSpaceOnUse">
            <rect width="5" height="5" fill="var(--done-paper)" />
            <circle cx="2.5" cy="2.5" r="1.6" fill="var(--done)" />
          </pattern>
        </defs>
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis dataKey="from" tickFormatter={day} stroke="var(--soft)" fontSize={12} minTickGap={24} />
        <YAxis stroke="var(--soft)" fontSize={12} width={32} allowDecimals={false} />
        <Tooltip
          labelFormatter={day}
          itemStyle={{ color: 'var(--ink)' }}
          contentStyle={{ background: 'var(--card)', borderColor: 'var(--line)', color: 'var(--ink)' }}
          cursor={{ fill: 'var(--sunken)' }}
        />
        <Legend formatter={toLegend} />
        <Bar {...bar} dataKey="added" name={words.added} fill="var(--line)" stroke="var(--soft)" />
        <Bar
          {...bar}
          dataKey="applied"
          name={words.applied}
          stackId="steps"
          fill="var(--accent)"
          stroke="var(--accent)"
        />
        <Bar
          {...bar}
          dataKey="interview"
          name={words.interview}
          stackId="steps"
          fill="url(#stripes)"
          stroke="var(--ask)"
        />
        <Bar {...bar} dataKey="offer" name={words.offer} stackId="steps" fill="url(#dots)" stroke="var(--done)" />
      </BarChart>
    </ResponsiveContainer>
  );
}
