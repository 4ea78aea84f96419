export type YAMLValue = string | YAMLValue[] | { [key: string]: YAMLValue };

type Line = { indent: number; text: string; number: number };

/**
 * Reads the part of YAML that our own files use: nested mappings and lists, plain and quoted text, lists in brackets.
 * Everything is text. Throws at whatever it does not know, so that a file does not mean something else to a real reader.
 */
export function readYAML(text: string): YAMLValue {
  const lines = text
    .split('\n')
    .map((line, index) => ({ indent: line.search(/\S/), text: line.trim(), number: index + 1 }))
    .filter((line) => line.text !== '' && !line.text.startsWith('#'));
  const [value, rest] = readBlock(lines);
  if (rest.length > 0) throw new Error(`line ${rest[0]!.number}: indented like nothing above it`);
  return value;
}

function readBlock(lines: Line[]): [YAMLValue, Line[]] {
  const { indent } = lines[0]!;
  const isList = lines[0]!.text.startsWith('- ');
  const list: YAMLValue[] = [];
  const map: Record<string, YAMLValue> = {};
  let rest = lines;
  while (rest.length > 0 && rest[0]!.indent === indent) {
    const [line, ...after] = rest as [Line, ...Line[]];
    if (isList) {
      if (!line.text.startsWith('- ')) throw new Error(`line ${line.number}: a key among the items of a list`);
      list.push(readScalar(line.text.slice(2), line.number));
      rest = after;
      continue;
    }
    const match = /^([\w.-]+):(?: (.+))?$/.exec(line.text);
    if (match === null) throw new Error(`line ${line.number}: cannot read ${line.text}`);
    const key = match[1]!;
    if (key in map) throw new Error(`line ${line.number}: ${key} is there twice`);
    if (match[2] !== undefined) [map[key], rest] = [readScalar(match[2], line.number), after];
    else if ((after[0]?.indent ?? -1) > indent) [map[key], rest] = readBlock(after);
    else [map[key], rest] = ['', after];
  }
  if (rest.length > 0 && rest[0]!.indent > indent) throw new Error(`line ${rest[0]!.number}: indented too far`);
  return [isList ? list : map, rest];
}

function readScalar(text: string, number: number): YAMLValue {
  if (text.startsWith('[')) return (JSON.parse(text.replaceAll("'", '"')) as unknown[]).map(String);
  if (text.startsWith("'") && text.endsWith("'")) return text.slice(1, -1).replaceAll("''", "'");
  if (text.startsWith('"')) return JSON.parse(text) as string;
  // These mean something in YAML that is not text.
  if (/^[{&*!|>%@`]|: | #/.test(text)) throw new Error(`line ${number}: cannot read ${text}`);
  return text;
}
