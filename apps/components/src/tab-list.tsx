import { Tabs } from 'radix-ui';
import type { ReactNode } from 'react';

export type Tab = { id: string; title: ReactNode; content: ReactNode };

/** Several sheets in one place, one of which is seen. */
export function TabList({ tabs, label }: { tabs: readonly Tab[]; label: string }) {
  return (
    <Tabs.Root defaultValue={tabs[0]!.id}>
      <Tabs.List aria-label={label} className="flex gap-1 overflow-x-auto border-b border-line">
        {tabs.map(({ id, title }) => (
          <Tabs.Trigger
            key={id}
            value={id}
            className="-mb-px border-b-2 border-transparent px-3 py-1.5 text-sm whitespace-nowrap text-soft data-[state=active]:border-accent data-[state=active]:font-medium data-[state=active]:text-ink"
          >
            {title}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {tabs.map(({ id, content }) => (
        <Tabs.Content key={id} value={id} className="pt-3">
          {content}
        </Tabs.Content>
      ))}
    </Tabs.Root>
  );
}
