/**
 * What somebody typed, as the result of a call: objects, lists, numbers and the like if it is JSON, else the text.
 *
 * @example toResult('{"seats": 2}') // { seats: 2 }
 * @example toResult('two, please') // 'two, please'
 */
export function toResult(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text.trim();
  }
}
