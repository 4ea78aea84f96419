import { joinClasses } from '@posthouse/components';
import { useMemo } from 'react';
import { useWords } from '../../words/use-words.ts';
import type { DiffLine } from './diff-texts.ts';
import type { Piece } from './diff-words-of.ts';
import { foldLines } from './fold-lines.ts';

const SIGNS = { same: ' ', changed: '±', added: '+', removed: '−' };
const LOOKS = {
  same: '',
  changed: '',
  added: 'bg-done-paper',
  removed: 'bg-alarm-paper',
};
/** A line that has only moved is not news. */
const MOVED = 'bg-sunken';

type DiffViewProps = { lines: readonly DiffLine[]; showsAll: boolean };

/** Two texts in one. What was added is underlined and has a plus, what was removed is struck through and has a minus. */
export function DiffView({ lines, showsAll }: DiffViewProps) {
  const { compare: words } = useWords().tailoring;
  const blocks = useMemo(
    () => (showsAll ? [{ folded: false, lines: [...lines] }] : foldLines(lines)),
    [lines, showsAll],
  );
  return (
    <section aria-label={words.text} className="rounded-md border border-line bg-card py-2 font-mono text-xs leading-6">
      {blocks.map(({ folded, lines: those }, at) =>
        folded ? (
          // oxlint-disable-next-line react/no-array-index-key -- blocks have nothing else to be known by
          <p key={at} className="my-1 border-y border-line bg-sunken px-3 text-soft">
            {words.folded(those.length)}
          </p>
        ) : (
          // oxlint-disable-next-line react/no-array-index-key -- neither have lines
          those.map((line, index) => <Line key={`${at} ${index}`} line={line} />)
        ),
      )}
    </section>
  );
}

function Line({ line: { kind, moved, pieces } }: { line: DiffLine }) {
  const { compare: words } = useWords().tailoring;
  return (
    <div className={joinClasses('flex gap-2 px-2', moved ? MOVED : LOOKS[kind])}>
      <span aria-hidden className="w-3 shrink-0 text-center text-soft select-none">
        {SIGNS[kind]}
      </span>
      <div className="min-w-0 flex-1 [overflow-wrap:anywhere] whitespace-pre-wrap">
        {pieces.map((piece, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- the same words may come twice
          <Words key={at} piece={piece} isWhole={kind !== 'changed' && !moved} />
        ))}
        {moved && (
          <span className="ml-2 rounded border border-line px-1 font-sans text-soft">
            {kind === 'added' ? words.movedHere : words.movedAway}
          </span>
        )}
      </div>
    </div>
  );
}

/** Words that both texts have, or that only one has. The sign of a whole line stands before the line. */
function Words({ piece: { kind, text }, isWhole }: { piece: Piece; isWhole: boolean }) {
  const { compare: words } = useWords().tailoring;
  // The sign before the line says enough about a line without words.
  if (kind === 'same' || text.trim() === '') return text;
  const isAdded = kind === 'added';
  const Tag = isAdded ? 'ins' : 'del';
  return (
    <Tag
      className={joinClasses(
        isAdded ? 'text-done underline decoration-1 underline-offset-2' : 'text-alarm line-through decoration-1',
        !isWhole && (isAdded ? 'rounded bg-done-paper' : 'rounded bg-alarm-paper'),
      )}
    >
      <span className="sr-only">{isAdded ? words.added : words.removed} </span>
      {!isWhole && <span aria-hidden>{isAdded ? '+' : '−'}</span>}
      {text}
    </Tag>
  );
}
