import {
  interswarmDeliveryWire,
  type MAILInterswarmMessage,
  mailInterswarmMessageWire,
  mailMessageWire,
  messageOf,
  parseInstance,
  PosthouseError,
  type Problem,
} from '@posthouse/protocol';
import type { FileReport, Remark } from './check-file.ts';
import type { JSONKind } from './find-kind.ts';

type Checked = Pick<FileReport, 'problems' | 'warnings'>;

/** Checks messages and envelopes against the protocol. Unknown keys and nulls do no harm, but MAIL forbids the former. */
export function checkMail(value: unknown, kind: Exclude<JSONKind, 'swarm' | 'swarms'>): Omit<FileReport, 'kind'> {
  switch (kind) {
    case 'message':
      return { content: describeMail(value), ...checkMessage(value) };
    case 'messages': {
      const all = (value as unknown[]).map((item, index) => prefixed(checkMessage(item), String(index)));
      return {
        content: `${all.length} messages`,
        problems: all.flatMap(({ problems }) => problems),
        warnings: all.flatMap(({ warnings }) => warnings),
      };
    }
    case 'interswarm message':
      return { content: describeMail(value), ...checkEnvelope(value) };
    case 'interswarm delivery': {
      const { message } = value as { message: unknown };
      const { warnings } = attempt(() => interswarmDeliveryWire.parse({ ...(value as object), message: {} }));
      return { content: describeMail(message), ...prefixed(checkEnvelope(message), 'message', warnings) };
    }
  }
}

function checkMessage(value: unknown): Checked {
  return attempt(() => mailMessageWire.parse(value));
}

function checkEnvelope(value: unknown): Checked {
  let owners: Remark[] = [];
  const checked = attempt(() => {
    const parsed = mailInterswarmMessageWire.parse(value);
    owners = findOwnerProblems(parsed.value);
    return parsed;
  });
  return { ...checked, problems: [...checked.problems, ...owners] };
}

/** Who owns a task and who has worked on it are `role:id@swarm`, which the schemas of MAIL leave open. */
function findOwnerProblems({ taskOwner, taskContributors }: MAILInterswarmMessage): Remark[] {
  const named: [string, string][] = [
    ['task_owner', taskOwner],
    ...taskContributors.map((name, index): [string, string] => [`task_contributors.${index}`, name]),
  ];
  return named.flatMap(([path, name]) => {
    try {
      parseInstance(name);
      return [];
    } catch (error) {
      return [{ path, message: messageOf(error) }];
    }
  });
}

function attempt(parse: () => { dropped: string[] }): Checked {
  try {
    const message = 'is not part of the protocol, and readers ignore it';
    return { problems: [], warnings: parse().dropped.map((path) => ({ path, message })) };
  } catch (error) {
    if (!PosthouseError.isInstance(error) || !Array.isArray(error.details)) throw error;
    const problems = (error.details as Problem[]).map(({ path, expected, received }) => ({
      path,
      message: `must be ${expected}, but it is ${received}`,
    }));
    return { problems, warnings: [] };
  }
}

function prefixed({ problems, warnings }: Checked, prefix: string, more: Remark[] = []): Checked {
  const move = (remark: Remark): Remark => ({
    ...remark,
    path: remark.path.startsWith('(') ? prefix : `${prefix}.${remark.path}`,
  });
  return { problems: problems.map(move), warnings: [...more, ...warnings.map(move)] };
}

function describeMail(value: unknown): string {
  const type = (value as { msg_type?: unknown } | null)?.msg_type;
  return typeof type === 'string' ? `a ${type}` : 'without a type';
}
