/** Whether a file of this type is text, which can be quoted. */
export function isTextType(mediaType: string): boolean {
  return /^text\/|[/+](?:json|xml|yaml|javascript|x-ndjson|toml|csv)\b/.test(mediaType);
}

/** A text file in a message: mail consists of text only. */
export function quoteFile(name: string, mediaType: string, text: string): string {
  return `<file name=${JSON.stringify(name)} type=${JSON.stringify(mediaType)}>\n${text}\n</file>`;
}

/** A file in a message as a link. Its name must not close the brackets, or it could change the link's target. */
export function linkFile(name: string, url: string): string {
  return `[${name.replaceAll(/[\\[\]]/g, '\\$&').replaceAll(/\s+/g, ' ')}](${url})`;
}
