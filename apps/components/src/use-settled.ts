import { useEffect, useState } from 'react';

/** A value that follows another one as soon as that stays the same for a while, such as what somebody types. */
export function useSettled<Value>(value: Value, ms = 300): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    if (Object.is(settled, value)) return undefined;
    const timer = setTimeout(() => setSettled(() => value), ms);
    return () => clearTimeout(timer);
  }, [settled, value, ms]);
  return settled;
}
