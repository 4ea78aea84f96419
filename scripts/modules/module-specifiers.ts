import { parseSync, Visitor } from 'vite';

/** One place where a file names another module. */
export interface ModuleSpecifier {
  value: string;
  /** `lazy` is loaded when a line runs, `type` leaves nothing behind, `static` is loaded with the file. */
  kind: 'static' | 'lazy' | 'type';
  line: number;
  /** Where the quoted text stands in the file, quotes included. */
  start: number;
  end: number;
}

interface Node {
  type: string;
  start: number;
  end: number;
}

/**
 * Every module a TypeScript or JavaScript file names: imports, re-exports, `import()`, `import('x').T`, `require`,
 * `import.meta.resolve` and module augmentations. Names that are computed at run time are not seen.
 *
 * @example
 * moduleSpecifiers('a.ts', `import { z } from 'zod'`)[0].value; // 'zod'
 */
export function moduleSpecifiers(file: string, code: string): ModuleSpecifier[] {
  const { program, errors } = parseSync(file, code, { sourceType: 'module' });
  const problem = errors.find((each) => each.severity === 'Error');
  if (problem) throw new Error(`${file} cannot be parsed: ${problem.message}`);

  const found: ModuleSpecifier[] = [];
  const add = (source: Node | null, kind: ModuleSpecifier['kind']): void => {
    const value = source && constantText(source);
    if (value === undefined || value === null) return;
    const { start, end } = source as Node;
    found.push({ value, kind, line: code.slice(0, start).split('\n').length, start, end });
  };

  new Visitor({
    ImportDeclaration: (node) => add(node.source, node.importKind === 'type' ? 'type' : 'static'),
    ExportNamedDeclaration: (node) => add(node.source, node.exportKind === 'type' ? 'type' : 'static'),
    ExportAllDeclaration: (node) => add(node.source, node.exportKind === 'type' ? 'type' : 'static'),
    ImportExpression: (node) => add(node.source, 'lazy'),
    TSImportType: (node) => add(node.source, 'type'),
    TSExternalModuleReference: (node) => add(node.expression, 'static'),
    TSModuleDeclaration: (node) => add(node.id, 'type'),
    CallExpression: (node) => {
      const callee = code.slice(node.callee.start, node.callee.end);
      const kind = loaders[callee];
      if (kind) add(node.arguments[0] ?? null, kind);
    },
  }).visit(program);
  return found.toSorted((left, right) => left.start - right.start);
}

const loaders: Record<string, ModuleSpecifier['kind']> = {
  require: 'static',
  'require.resolve': 'lazy',
  'import.meta.resolve': 'lazy',
};

/** The text of a string literal or of a template without holes. */
function constantText(node: Node): string | undefined {
  const { value, quasis } = node as Node & { value?: unknown; quasis?: { value: { cooked: string } }[] };
  if (node.type === 'Literal' && typeof value === 'string') return value;
  if (node.type === 'TemplateLiteral' && quasis?.length === 1) return quasis[0]?.value.cooked;
  return undefined;
}
