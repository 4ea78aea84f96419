/**
 * What somebody typed, as the result of a call: objects, lists, numbers and the like if it is JSON, else the text.
 *
 * @example toAnswer('{"seats": 2}') // { seats: 2 }
 * @example toAnswer('two, please') // 'two, please'
 */
export function toAnswer(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text.trim();
  }
}
