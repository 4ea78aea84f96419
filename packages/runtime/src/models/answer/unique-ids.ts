/**
 * Makes repeated ids distinct, in the order in which they come: models behind small servers number their calls anew or
 * not at all, but each call needs a result of its own. Equal sequences get equal ids.
 *
 * @example
 * const unique = uniqueIds();
 * unique('a'); // 'a'
 * unique('a'); // 'a_2'
 */
export function uniqueIds(): (id: string) => string {
  const seen = new Set<string>();
  return (id) => {
    let unique = id === '' ? 'call' : id;
    for (let count = 2; seen.has(unique); count += 1) unique = `${id === '' ? 'call' : id}_${count}`;
    seen.add(unique);
    return unique;
  };
}
