import { Bar, BarChart, Cell, LabelList, ResponsiveContainer, XAxis, YAxis } from 'recharts';

export type BarRow = {
  name: string;
  count: number;
  /** Filled, or hatched by its border only, for what is of the other kind. */
  hollow?: boolean;
};

const shorten = (name: string): string => (name.length > 18 ? `${name.slice(0, 17)}…` : name);

/** Amounts side by side: a bar for each, with its name before and its number behind it. */
export default function Bars({ rows }: { rows: readonly BarRow[] }) {
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart
        data={[...rows]}
        layout="vertical"
        accessibilityLayer={false}
        margin={{ top: 0, right: 44, bottom: 0, left: 0 }}
      >
        <XAxis type="number" hide domain={[0, 'dataMax']} allowDecimals={false} />
        <YAxis
          type="category"
          dataKey="name"
          tickFormatter={shorten}
          width={132}
          interval={0}
          tickLine={false}
          axisLine={false}
          stroke="var(--soft)"
          fontSize={12}
        />
        <Bar dataKey="count" isAnimationActive={false} maxBarSize={22} radius={3}>
          {rows.map(({ name, hollow }) => (
            <Cell key={name} fill={hollow === true ? 'var(--accent-paper)' : 'var(--accent)'} stroke="var(--accent)" />
          ))}
          <LabelList dataKey="count" position="right" fill="var(--ink)" fontSize={12} />
        </Bar>
      </BarChart>
    </ResponsiveContainer>
  );
}
