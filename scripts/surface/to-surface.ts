import { posix } from 'node:path';
import { parseSync } from 'vite';

/** What an entry point offers: the text of a declaration by its exported name. */
type Names = Map<string, string>;

interface Statement {
  type: string;
  start: number;
  end: number;
  declaration?: { id?: { name: string }; declarations?: { id: { name: string } }[] } | null;
  specifiers?: { local: { name: string }; exported: { name: string } }[];
  source?: { value: string } | null;
  exported?: { name: string } | null;
}

/**
 * What can be imported from an entry point of a package, one declaration after the other in the order of their names. `declarations` has the
 * files that the compiler makes, by path; what comes from another package is named and not followed.
 */
export function toSurface(declarations: ReadonlyMap<string, string>, entry: string): string {
  const names = [...namesOf(declarations, entry)].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return names.map(([name, text]) => (text.includes(name) ? text : `${text} // as ${name}`)).join('\n');
}

function namesOf(declarations: ReadonlyMap<string, string>, file: string): Names {
  const text = declarations.get(file);
  if (text === undefined) throw new Error(`The compiler made no ${file}.`);
  const statements = parseSync(file, text, { sourceType: 'module' }).program.body as unknown as Statement[];
  const names: Names = new Map();
  for (const statement of statements.filter(({ type }) => type.startsWith('Export'))) {
    const from = statement.source?.value;
    if (from === undefined) for (const [name, code] of ownNames(statement, statements, text)) add(names, name, code);
    else for (const [name, code] of namesFrom(statement, from, declarations, file)) add(names, name, code);
  }
  return names;
}

/** Overloads of a function, or a value and a type of one name, stand below each other. */
function add(names: Names, name: string, code: string): void {
  const before = names.get(name);
  names.set(name, before === undefined || before === code ? code : `${before}\n${code}`);
}

function* ownNames(statement: Statement, statements: readonly Statement[], text: string): Iterable<[string, string]> {
  const code = text.slice(statement.start, statement.end);
  for (const name of declaredNames(statement)) yield [name, code];
  for (const { local, exported } of statement.specifiers ?? []) {
    const declared = statements.filter((each) =>
      declaredNames({ ...each, declaration: each as never }).includes(local.name),
    );
    for (const each of declared) yield [exported.name, text.slice(each.start, each.end)];
  }
}

function declaredNames({ declaration }: Pick<Statement, 'declaration'>): string[] {
  if (declaration === null || declaration === undefined) return [];
  return [declaration.id, ...(declaration.declarations ?? []).map(({ id }) => id)].flatMap((id) => id?.name ?? []);
}

function namesFrom(
  statement: Statement,
  from: string,
  declarations: ReadonlyMap<string, string>,
  file: string,
): Iterable<[string, string]> {
  const isOurs = from.startsWith('.');
  const there = isOurs ? namesOf(declarations, toFile(file, from)) : new Map<string, string>();
  if (statement.type === 'ExportAllDeclaration') {
    if (isOurs && !statement.exported) return there;
    const name = statement.exported?.name ?? `* from '${from}'`;
    return [[name, `export * from '${from}';`]];
  }
  return (statement.specifiers ?? []).map(({ local, exported }) => {
    const code = there.get(local.name) ?? `export { ${local.name} } from '${from}';`;
    return [exported.name, code];
  });
}

function toFile(file: string, from: string): string {
  return posix.join(posix.dirname(file), from.replace(/\.[jt]s$/, '.d.ts'));
}
