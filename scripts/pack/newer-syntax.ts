import { parseSync } from 'vite';

/** Everything a file may consist of if it is plain ECMAScript 2022; what is not in this list is newer, or not a standard. */
const knownNodes = new Set(
  `Program ExpressionStatement BlockStatement StaticBlock EmptyStatement DebuggerStatement ReturnStatement
  LabeledStatement BreakStatement ContinueStatement IfStatement SwitchStatement SwitchCase ThrowStatement TryStatement
  CatchClause WhileStatement DoWhileStatement ForStatement ForInStatement ForOfStatement FunctionDeclaration
  VariableDeclaration VariableDeclarator ThisExpression ArrayExpression ObjectExpression Property FunctionExpression
  UnaryExpression UpdateExpression BinaryExpression AssignmentExpression LogicalExpression MemberExpression
  ConditionalExpression CallExpression NewExpression SequenceExpression YieldExpression ArrowFunctionExpression Super
  SpreadElement TemplateLiteral TaggedTemplateExpression TemplateElement ObjectPattern ArrayPattern RestElement
  AssignmentPattern ClassBody MethodDefinition PropertyDefinition PrivateIdentifier ClassDeclaration ClassExpression
  MetaProperty ImportDeclaration ImportSpecifier ImportDefaultSpecifier ImportNamespaceSpecifier ImportExpression
  ExportNamedDeclaration ExportSpecifier ExportDefaultDeclaration ExportAllDeclaration AwaitExpression ChainExpression
  ParenthesizedExpression Identifier Literal`.split(/\s+/),
);

/** Extensions that are no nodes of their own but fields of older ones, which an older parser would refuse. */
const newerFields: Record<string, (value: unknown) => boolean> = {
  attributes: isNotEmpty,
  decorators: isNotEmpty,
  options: isPresent,
  phase: isPresent,
  hashbang: isPresent,
  kind: (value) => value === 'using' || value === 'await using',
  regex: (value) => isNewerPattern(value as { pattern: string; flags: string }),
};

/**
 * What in a JavaScript file came after ECMAScript 2022, as short descriptions with their line; empty if nothing did.
 *
 * @example
 * newerSyntax('a.js', 'using file = open()'); // ['a.js:1: using file = open()']
 */
export function newerSyntax(file: string, code: string): string[] {
  const { program, errors } = parseSync(file, code, { sourceType: 'module', lang: 'js' });
  const [problem] = errors;
  if (problem) return [`${file}: ${problem.message}`];

  const found: string[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit);
    if (!isNode(value)) return;
    if (isNewer(value)) {
      const line = code.slice(0, value.start).split('\n').length;
      found.push(`${file}:${line}: ${code.slice(value.start, value.end).split('\n')[0]}`);
    } else {
      Object.values(value).forEach(visit);
    }
  };
  visit(program);
  return found;
}

interface Node {
  type: string;
  start: number;
  end: number;
}

function isNewer(node: Node): boolean {
  if (!knownNodes.has(node.type)) return true;
  return Object.entries(node).some(([field, value]) => newerFields[field]?.(value) ?? false);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}

function isPresent(value: unknown): boolean {
  return value !== null && value !== undefined;
}

function isNotEmpty(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0;
}

/** The `v` flag, flags inside a group, and one name for two groups. */
function isNewerPattern({ pattern, flags }: { pattern: string; flags: string }): boolean {
  const unescaped = pattern.replaceAll(/\\./g, '').replaceAll(/\[[^\]]*\]/g, '');
  const names = [...unescaped.matchAll(/\(\?<(?![=!])([^>]+)>/g)].map(([, name]) => name);
  return /[^dgimsuy]/.test(flags) || /\(\?[ims-]+:/.test(unescaped) || new Set(names).size < names.length;
}
