/**
 * The messages of an mbox file. A message begins at a line "From …" after an empty line; lines of a message that look
 * like one were written with a `>` before them, which is taken away again.
 */
export function splitMbox(text: string): string[] {
  const messages: string[][] = [];
  let empty = true;
  for (const line of text.split('\n')) {
    const bare = line.endsWith('\r') ? line.slice(0, -1) : line;
    if (empty && /^From \S+/.test(bare)) messages.push([]);
    else messages.at(-1)?.push(/^>+From /.test(line) ? line.slice(1) : line);
    empty = bare === '';
  }
  return messages.map((lines) => lines.join('\n').trimEnd()).filter((message) => message !== '');
}
