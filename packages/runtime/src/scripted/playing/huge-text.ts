const lineLength = 64;

/** Exactly `bytes` ASCII characters in numbered lines, so that a lost or repeated piece shows. */
export function hugeText(bytes: number): string {
  const lines: string[] = [];
  for (let length = 0; length < bytes; length += lineLength) {
    lines.push(`line ${lines.length} of a huge text `.padEnd(lineLength - 1, '.'));
  }
  return lines
    .map((line) => `${line}\n`)
    .join('')
    .slice(0, bytes);
}
