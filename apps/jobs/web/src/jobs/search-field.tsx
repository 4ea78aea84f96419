import { Field, useLatest, useDebounced } from '@posthouse/components';
import { useEffect, useRef, useState } from 'react';
import { useWords } from '../words/use-words.ts';

type SearchFieldProps = { value: string; onSearch: (words: string) => void; className?: string };

/** Words to look for. They count when the reader stops typing for a moment, or presses Enter. */
export function SearchField({ value, onSearch, className }: SearchFieldProps) {
  const { jobs: words } = useWords();
  const [text, setText] = useState(value);
  const settled = useDebounced(text, 250);
  const told = useRef(value);
  const newest = useLatest(onSearch);
  useEffect(() => {
    if (settled === told.current) return;
    told.current = settled;
    newest.current(settled);
  }, [settled, newest]);
  useEffect(() => {
    // Somebody else has changed what is looked for: a link, or the way back.
    if (value === told.current) return;
    told.current = value;
    setText(value);
  }, [value]);
  return (
    <Field
      label={words.search}
      labelHidden
      type="search"
      maxLength={500}
      placeholder={words.searchHint}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || text === told.current) return;
        told.current = text;
        onSearch(text);
      }}
      className={className}
    />
  );
}
