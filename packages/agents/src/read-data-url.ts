/** What a `data:` URL contains; undefined for other URLs. */
export function readDataURL(url: string): { mediaType: string; base64: string; text: () => string } | undefined {
  const match = /^data:([^;,]*)[^,]*?(;base64)?,/i.exec(url);
  if (match === null) return undefined;
  const rest = url.slice(match[0].length);
  const base64 = match[2] === undefined ? Buffer.from(decode(rest)).toString('base64') : rest;
  return {
    mediaType: match[1] === '' || match[1] === undefined ? 'text/plain' : match[1],
    base64,
    text: () => Buffer.from(base64, 'base64').toString('utf8'),
  };
}

/** What is escaped wrongly was not escaped. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
