/** A letter as MAIL's own server writes it. */
export type PlainLetter = {
  message_id: string;
  source_swarm: string;
  target_swarm: string;
  timestamp: string;
  payload: {
    task_id: string;
    sender: { address_type: string; address: string };
    recipient?: { address_type: string; address: string };
    recipients?: { address_type: string; address: string }[];
    subject: string;
    body: string;
    [field: string]: unknown;
  };
  msg_type: string;
  auth_token: string;
  task_owner: string;
  task_contributors: string[];
  metadata: Record<string, unknown>;
};

const FIELDS: Record<keyof PlainLetter, 'str' | 'dict' | 'list'> = {
  message_id: 'str',
  source_swarm: 'str',
  target_swarm: 'str',
  timestamp: 'str',
  payload: 'dict',
  msg_type: 'str',
  auth_token: 'str',
  task_owner: 'str',
  task_contributors: 'list',
  metadata: 'dict',
};

/** What is wrong with the fields of a letter, in the words of MAIL's own server, which wants all ten. */
export function findFieldProblem(message: unknown): string | undefined {
  if (message === undefined) return "parameter 'message' is required";
  const fields = message as Record<string, unknown>;
  for (const [field, type] of Object.entries(FIELDS)) {
    if (!(field in fields)) return `parameter '${field}' is required`;
    const got = typeOf(fields[field]);
    if (got !== type) return `parameter '${field}' must be a ${type}, got ${got}`;
  }
  return undefined;
}

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return 'list';
  return typeof value === 'string' ? 'str' : 'dict';
}
