import { useEffect, useState } from 'react';

/** A value that follows another one as soon as that stays the same for a while, such as what somebody types. */
export function useDebounced<Value>(value: Value, ms = 300): Value {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    if (Object.is(debounced, value)) return undefined;
    const timer = setTimeout(() => setDebounced(() => value), ms);
    return () => clearTimeout(timer);
  }, [debounced, value, ms]);
  return debounced;
}
