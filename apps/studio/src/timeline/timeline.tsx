import { Button, Choice, Empty, Field, joinClasses, JSONText } from '@posthouse/components';
import type { LogEntry } from '@posthouse/protocol';
import { useVirtualizer } from '@tanstack/react-virtual';
import { Cpu, Info, type LucideIcon, Mail, Play, Settings2, Type, Wrench } from 'lucide-react';
import { memo, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { AgentName } from '../format/agent-name.tsx';
import { type Kind, KINDS } from '../moments/entry-line.ts';
import { type EntryFilter, filterEntries, lineOf } from '../moments/filter-entries.ts';
import type { OpenTape } from '../moments/use-task-tape.ts';

const ICONS: Record<Kind, LucideIcon> = {
  mail: Mail,
  call: Wrench,
  text: Type,
  usage: Cpu,
  run: Play,
  notice: Info,
  system: Settings2,
};
const ROW = 34;

type TimelineProps = {
  open: OpenTape;
  /** The entry of the moment that is looked at. */
  at: number;
  onGo: (seq: number) => void;
};

/** The log of a task: thousands of entries, of which only those in view are drawn. */
export const Timeline = memo(({ open, at, onGo }: TimelineProps) => {
  const { tape } = open;
  const [filter, setFilter] = useState<EntryFilter>({});
  // Whether an entry is open, for those that have ever been.
  const [opened, setOpened] = useState<ReadonlyMap<number, boolean>>(new Map());
  const asked = useDeferredValue(filter);
  // The tape is the same object however much it grows; `open` is another one each time.
  const places = useMemo(() => filterEntries(open.tape.entries, asked), [open, asked]);
  const agents = useMemo(() => Object.keys(open.tape.at(open.tape.head).agents).toSorted(), [open]);
  const count = places?.length ?? tape.entries.length;
  const entryAt = useCallback((row: number): LogEntry => tape.entries[places?.[row] ?? row]!, [tape, places]);
  // The same function as long as nothing else is listed: with another one, every row is counted anew.
  const keyOf = useCallback((row: number): number => entryAt(row).seq, [entryAt]);
  const frame = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- nothing here is compiled ahead
  const rows = useVirtualizer({
    count,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW,
    overscan: 6,
    getItemKey: keyOf,
  });
  const rowOfMoment = places === undefined ? Math.min(at, count) - 1 : places.findLastIndex((place) => place < at);
  useEffect(() => {
    if (rowOfMoment >= 0) rows.scrollToIndex(rowOfMoment, { align: 'auto' });
  }, [rowOfMoment, rows]);
  const toggle = useCallback((seq: number): void => {
    setOpened((last) => new Map(last).set(seq, last.get(seq) !== true));
  }, []);
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="flex flex-wrap gap-2 border-b border-line p-2">
        <Choice
          label="Agent"
          labelHidden
          className="w-32"
          value={filter.agent ?? ''}
          onChange={(event) => setFilter(withChoice(filter, 'agent', event.target.value))}
        >
          <option value="">All agents</option>
          {agents.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </Choice>
        <Choice
          label="Type"
          labelHidden
          className="w-28"
          value={filter.kind ?? ''}
          onChange={(event) => setFilter(withChoice(filter, 'kind', event.target.value))}
        >
          <option value="">All types</option>
          {KINDS.map((kind) => (
            <option key={kind}>{kind}</option>
          ))}
        </Choice>
        <Field
          label="Text"
          labelHidden
          type="search"
          placeholder="Search entries"
          className="min-w-28 flex-1"
          value={filter.text ?? ''}
          onChange={(event) => setFilter(withChoice(filter, 'text', event.target.value))}
        />
        <output className="self-center text-xs text-soft">
          {count} of {tape.entries.length}
        </output>
      </div>
      {count === 0 && <Empty title={tape.entries.length === 0 ? 'No entries yet' : 'No matching entries'} />}
      <div ref={frame} className="min-h-0 flex-1 overflow-y-auto" tabIndex={-1} data-role="timeline">
        <ol aria-label="Entries" className="relative" style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map(({ index, key, start }) => {
            const entry = entryAt(index);
            return (
              <li
                key={key}
                // Asking the browser how tall a row is costs more than drawing it, and only what was opened can be another height.
                ref={opened.has(entry.seq) ? rows.measureElement : undefined}
                data-index={index}
                className="absolute inset-x-0 top-0"
                style={{ transform: `translateY(${start}px)` }}
              >
                <Row
                  entry={entry}
                  isMoment={entry.seq === at}
                  isPast={entry.seq <= at}
                  isOpen={opened.get(entry.seq) === true}
                  onToggle={toggle}
                  onGo={onGo}
                />
              </li>
            );
          })}
        </ol>
      </div>
    </div>
  );
});

type RowProps = {
  entry: LogEntry;
  isMoment: boolean;
  isPast: boolean;
  isOpen: boolean;
  onToggle: (seq: number) => void;
  onGo: (seq: number) => void;
};

/** Most rows stay as they are while the moment moves. */
const Row = memo(({ entry, isMoment, isPast, isOpen, onToggle, onGo }: RowProps) => {
  const { kind, who, title, detail } = lineOf(entry);
  const Icon = ICONS[kind];
  return (
    <div className={joinClasses('border-l-2 px-1', isMoment ? 'border-accent bg-accent-paper' : 'border-transparent')}>
      <div className={joinClasses('flex h-[34px] items-center gap-1', !isPast && 'text-soft italic')}>
        <Button
          look="quiet"
          className="w-14 justify-end px-1 font-mono text-xs"
          aria-label={`Go to entry ${entry.seq}`}
          onClick={() => onGo(entry.seq)}
        >
          {entry.seq}
        </Button>
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => onToggle(entry.seq)}
          className="flex min-h-8 min-w-0 flex-1 items-center gap-2 rounded px-1 text-left text-sm hover:bg-sunken"
        >
          <Icon aria-label={kind} className="size-3.5 shrink-0 text-soft" />
          <span className="max-w-[40%] shrink-0">
            <AgentName name={who} />
          </span>
          <span className="shrink-0 truncate">{title}</span>
          <span className="min-w-0 flex-1 truncate text-soft">{detail}</span>
        </button>
      </div>
      {isOpen && (
        <div className="py-1 pl-15">
          <JSONText label={`Entry ${entry.seq}`} value={entry} />
        </div>
      )}
    </div>
  );
});

function withChoice(filter: EntryFilter, key: keyof EntryFilter, value: string): EntryFilter {
  const { [key]: _, ...rest } = filter;
  return value === '' ? rest : { ...rest, [key]: value };
}
