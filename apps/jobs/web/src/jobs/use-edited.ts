import { useLatest } from '@posthouse/components';
import { useCallback, useState } from 'react';

/**
 * A value of the server with what has been changed about it here. The changes are forgotten as soon as the server gives
 * a newer one, which has them.
 */
export function useEdited<Value>(
  value: Value | undefined,
): readonly [Value | undefined, (edit: (before: Value) => Value) => void] {
  const [edited, setEdited] = useState<{ of: Value | undefined; now: Value | undefined }>({ of: value, now: value });
  const newest = useLatest(value);
  const edit = useCallback(
    (change: (before: Value) => Value) => {
      setEdited((last) => {
        const of = newest.current;
        const before = last.of === of ? last.now : of;
        return { of, now: before === undefined ? undefined : change(before) };
      });
    },
    [newest],
  );
  return [edited.of === value ? edited.now : value, edit];
}
