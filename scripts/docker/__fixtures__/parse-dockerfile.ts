export type Instruction = { name: string; text: string; line: number };

/** One `FROM` and what follows up to the next. */
export type Stage = { base: string; name: string | undefined; instructions: Instruction[] };

const NAMES = [
  'FROM',
  'RUN',
  'CMD',
  'LABEL',
  'EXPOSE',
  'ENV',
  'ADD',
  'COPY',
  'ENTRYPOINT',
  'VOLUME',
  'USER',
  'WORKDIR',
  'ARG',
  'STOPSIGNAL',
  'HEALTHCHECK',
  'SHELL',
];

/** Reads a Dockerfile as the builder does: comments away, continued lines joined, instructions by stage. */
export function parseDockerfile(text: string): Stage[] {
  const stages: Stage[] = [];
  for (const instruction of toInstructions(text)) {
    if (!NAMES.includes(instruction.name)) throw new Error(`line ${instruction.line}: unknown ${instruction.name}`);
    if (instruction.name === 'FROM') stages.push(toStage(instruction));
    else if (stages.length === 0) throw new Error(`line ${instruction.line}: ${instruction.name} before FROM`);
    else stages.at(-1)!.instructions.push(instruction);
  }
  return stages;
}

/** The words of `COPY`: flags, what is copied, and where to. */
export function parseCopy({ text }: Instruction): { from: string | undefined; sources: string[]; target: string } {
  const words = text.split(/\s+/);
  const flags = words.filter((word) => word.startsWith('--'));
  const paths = words.filter((word) => !word.startsWith('--'));
  const from = flags.find((flag) => flag.startsWith('--from='))?.slice('--from='.length);
  return { from, sources: paths.slice(0, -1), target: paths.at(-1)! };
}

function toInstructions(text: string): Instruction[] {
  const instructions: Instruction[] = [];
  let open: { line: number; text: string } | undefined;
  for (const [index, line] of text.split('\n').entries()) {
    const trimmed = line.trim();
    if (trimmed.startsWith('#') || (trimmed === '' && open === undefined)) continue;
    open = { line: open?.line ?? index + 1, text: `${open?.text ?? ''} ${trimmed.replace(/\\$/, '')}`.trim() };
    if (trimmed.endsWith('\\')) continue;
    const [name, ...rest] = open.text.split(' ');
    instructions.push({ name: name!, text: rest.join(' ').trim(), line: open.line });
    open = undefined;
  }
  if (open !== undefined) throw new Error(`line ${open.line}: never ends`);
  return instructions;
}

function toStage({ text, line }: Instruction): Stage {
  const match = /^(\S+)(?: AS (\S+))?$/.exec(text);
  if (match === null) throw new Error(`line ${line}: cannot read FROM ${text}`);
  return { base: match[1]!, name: match[2], instructions: [] };
}
