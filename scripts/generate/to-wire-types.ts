import type { z } from 'zod';
import * as protocol from '../../packages/protocol/src/index.ts';
import type * as rules from '../../packages/protocol/src/light/rules.ts';
import type * as shapes from '../../packages/protocol/src/light/shapes.ts';
import { toShapeCode } from './to-shape-code.ts';

type AnyCodec = { name: string; schema: z.ZodType; aliases: Readonly<Record<string, string>> };

/** What a client reads, by the module that describes it. */
const readTypes: Record<string, Record<string, AnyCodec>> = {
  'frames/mail-frame': { mailFrameWire: protocol.mailFrameWire },
  'http/interswarm-bodies': { interswarmResultWire: protocol.interswarmResultWire },
  'http/message-bodies': { messageResultWire: protocol.messageResultWire },
  'http/server-bodies': {
    errorBodyWire: protocol.errorBodyWire,
    healthWire: protocol.healthWire,
    serverInfoWire: protocol.serverInfoWire,
    serverStatusWire: protocol.serverStatusWire,
    whoamiWire: protocol.whoamiWire,
  },
  'http/swarm-bodies': {
    peerListWire: protocol.peerListWire,
    swarmChangedWire: protocol.swarmChangedWire,
    swarmListWire: protocol.swarmListWire,
  },
  'http/task-bodies': {
    taskListWire: protocol.taskListWire,
    taskRecordWire: protocol.taskRecordWire,
    taskStateWire: protocol.taskStateWire,
  },
  'http/ui-bodies': { uiAgentsWire: protocol.uiAgentsWire },
};

/** What a client writes. */
const writtenTypes: Record<string, Record<string, AnyCodec>> = {
  'http/interswarm-bodies': { interswarmPostWire: protocol.interswarmPostWire },
  'http/message-bodies': { postMessageWire: protocol.postMessageWire },
  'http/responses-bodies': { responsesRequestWire: protocol.responsesRequestWire },
  'http/server-bodies': { healthUpdateWire: protocol.healthUpdateWire },
  'http/swarm-bodies': {
    approveSwarmWire: protocol.approveSwarmWire,
    discoverSwarmsWire: protocol.discoverSwarmsWire,
    loadSwarmWire: protocol.loadSwarmWire,
    registerSwarmWire: protocol.registerSwarmWire,
    unregisterSwarmWire: protocol.unregisterSwarmWire,
  },
  'http/task-bodies': { callResultsWire: protocol.callResultsWire },
};

/** What the code of shapes is made of, in the order in which it is imported. */
const RULES: readonly (keyof typeof rules)[] = [
  'count',
  'either',
  'filledText',
  'flag',
  'id',
  'integer',
  'json',
  'jsonObject',
  'number',
  'oneOf',
  'positive',
  'text',
];
const SHAPES: readonly (keyof typeof shapes)[] = [
  'filledList',
  'list',
  'map',
  'nullable',
  'object',
  'optional',
  'union',
];

/** `light/wire-types.ts`: what a client reads and writes, with the rules that follow from the schemas. */
export function toWireTypes(): string {
  const shapesByCode = new Map<string, string>();
  const share = (code: string): string => {
    const name = shapesByCode.get(code) ?? `shape${shapesByCode.size + 1}`;
    shapesByCode.set(code, name);
    return `${name}()`;
  };
  const types = [...toStatements('wireReader', readTypes, share), ...toStatements('wireWriter', writtenTypes, share)];
  const code = withoutSingleUses(new Map([...shapesByCode].map(([shape, name]) => [name, shape])), types).join('\n');
  const modules = [...new Set([...Object.keys(readTypes), ...Object.keys(writtenTypes)])];
  const usedOf = (names: readonly string[]): string =>
    names.filter((name) => new RegExp(`\\b${name}\\b(?!:)`).test(code)).join(', ');
  return [
    '// Made from the schemas by `npm run generate`: to change anything here, change those.',
    ...modules.map((path) => `import type * as ${toAlias(path)} from '../${path}.ts';`),
    "import type { Wired } from '../wire/wire-codec.ts';",
    "import { wireReader, wireWriter } from './codecs.ts';",
    `import { ${usedOf(RULES)} } from './rules.ts';`,
    `import { ${usedOf(SHAPES)} } from './shapes.ts';`,
    '',
    code,
    '',
  ].join('\n');
}

/** Puts each shape that is used in one place only into that place. */
function withoutSingleUses(shapes: ReadonlyMap<string, string>, types: readonly string[]): string[] {
  let statements = [...[...shapes].map(([name, shape]) => `const ${name} = () => ${shape};`), ...types];
  for (const [name] of shapes) {
    const use = `${name}()`;
    if (statements.join('\n').split(use).length !== 2) continue;
    const own = statements.find((each) => each.startsWith(`const ${name} =`))!;
    const shape = own.slice(own.indexOf('=> ') + 3, -1);
    statements = statements.filter((each) => each !== own).map((each) => each.replace(use, () => shape));
  }
  return statements;
}

function toStatements(
  maker: 'wireReader' | 'wireWriter',
  types: Record<string, Record<string, AnyCodec>>,
  share: (code: string) => string,
): string[] {
  return Object.entries(types).flatMap(([path, codecs]) =>
    Object.entries(codecs).map(([name, { name: words, schema, aliases }]) => {
      const others = maker === 'wireWriter' || Object.keys(aliases).length === 0 ? [] : [toCode(aliases)];
      const values = [`'${words}'`, `() => ${toShapeCode(schema, share)}`, ...others].join(', ');
      return `export const ${name} = /* @__PURE__ */ ${maker}<Wired<typeof ${toAlias(path)}.${name}>>(${values});`;
    }),
  );
}

/** `http/task-bodies` → `taskBodies`. */
function toAlias(path: string): string {
  return path.replace(/^.*\//, '').replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function toCode(aliases: Readonly<Record<string, string>>): string {
  return `{ ${Object.entries(aliases)
    .map(([alias, key]) => `${alias}: '${key}'`)
    .join(', ')} }`;
}
