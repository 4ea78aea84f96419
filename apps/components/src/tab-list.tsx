import { Tabs } from 'radix-ui';
import type { ReactNode } from 'react';

export type Tab = { id: string; title: ReactNode; content: ReactNode };

export type TabListProps = {
  tabs: readonly Tab[];
  label: string;
  /** The sheet that is seen, where the page remembers it; the first one, otherwise, until the reader chooses. */
  value?: string;
  onChange?: (id: string) => void;
};

/** Several sheets in one place, one of which is seen. */
export function TabList({ tabs, label, value, onChange }: TabListProps) {
  const chosen = value === undefined ? { defaultValue: tabs[0]!.id } : { value };
  return (
    <Tabs.Root {...chosen} onValueChange={onChange}>
      <Tabs.List aria-label={label} className="flex gap-1 overflow-x-auto border-b border-line">
        {tabs.map(({ id, title }) => (
          <Tabs.Trigger
            key={id}
            value={id}
            className="-mb-px border-b-2 border-transparent px-3 py-1.5 text-sm whitespace-nowrap text-soft focus-visible:-outline-offset-2 data-[state=active]:border-accent data-[state=active]:font-medium data-[state=active]:text-ink"
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
