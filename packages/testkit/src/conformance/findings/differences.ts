type Difference = {
  /** What MAIL's own server does. */
  reference: string;
  /** What a server does that has this difference. */
  here: string;
};

/** Where a server may differ from MAIL's own on purpose: each is a repair or an addition that its clients do not notice. */
export const DIFFERENCES = {
  'own-words': {
    reference: 'words the error its own way',
    here: 'says it in other words, with the same status and shape',
  },
  'bad-json-is-400': {
    reference: 'answers 500 as plain text to a body that is not JSON',
    here: 'answers 400 with a JSON error',
  },
  'task-without-body': {
    reference: 'answers 500 as plain text to GET /task without a body',
    here: 'answers 400 with a JSON error',
  },
  'task-by-query': {
    reference: 'reads the id of GET /task from a body only',
    here: 'also reads it from the query, for clients that cannot send a body with GET',
  },
  'nulls-omitted': {
    reference: 'sends null for swarm fields that its own schema says are texts',
    here: 'fills them or leaves them out',
  },
  'follow-up-continues': {
    reference: 'never answers a message to a finished task that does not say resume_from',
    here: 'takes it for the next turn of the conversation',
  },
  'resume-from-checked': {
    reference: 'never answers a message with an unknown resume_from',
    here: 'answers 400',
  },
  'entrypoint-checked': {
    reference: 'takes any name as entrypoint, and tells the unknown agent about it',
    here: 'answers with an error to a name that is no entrypoint',
  },
  'message-type-is-400': {
    reference: 'answers 500 to a message type that users cannot send',
    here: 'answers 400',
  },
  'kwargs-collision-ignored': {
    reference: 'answers 500 when kwargs repeat the name of another field',
    here: 'ignores them, or answers 400',
  },
  'peer-is-502': {
    reference: 'answers 500 when a swarm to register cannot be reached',
    here: 'answers 502, or 400 for an address it refuses to ask',
  },
  'loaded-beside': {
    reference: 'replaces the swarm it serves with one that is loaded, whatever the body says about keep_default',
    here: 'serves it beside the others, and leaves the default to them, when the body says keep_default',
  },
  'bad-swarm-is-400': {
    reference: 'answers 500 to a swarm that cannot be loaded',
    here: 'answers 400',
  },
  'names-checked': {
    reference: 'loads agents that are called all, or have an @ in their name',
    here: 'refuses them',
  },
  'spec-variants': {
    reference: 'knows only the names of its own code',
    here: 'also knows those of the written specification (message for body, swarm_name for name, /swarms/register)',
  },
  'stream-ids': {
    reference: 'sends frames of two lines, event and data',
    here: 'puts an id line before them, with which a reader can resume',
  },
  'added-frames': {
    reference: 'sends only the frames that the protocol names',
    here: 'sends further ones, which other clients ignore',
  },
  'added-keys': {
    reference: 'sends only the keys of its own answers',
    here: 'adds keys, such as a status for programs',
  },
  'breakpoint-ends-at-once': {
    reference: 'ends a stream that a breakpoint or an error has stopped only with its next ping, after 15 seconds',
    here: 'ends it at once',
  },
  'action-error': {
    reference: 'reports an action that throws as complete',
    here: 'reports it as action_error, and tells the agent so',
  },
  'one-failure': {
    reference: 'answers a failed entrypoint with a chain of errors about errors, and completes the task',
    here: 'ends the task once, with the reason',
  },
  'text-not-broadcast': {
    reference: 'sends plain text of an agent to all agents',
    here: 'asks the agent to use a tool, and takes text it repeats for its answer',
  },
  'broadcast-targets': {
    reference: 'sends every broadcast to all agents, whatever its targets',
    here: 'sends it to its targets',
  },
  'completion-needs-permission': {
    reference: 'lets every agent complete a task',
    here: 'lets only those complete it who have can_complete_tasks',
  },
  'limit-keeps-message': {
    reference: 'throws away the message that is one too many',
    here: 'keeps it, and asks for a final answer beside it',
  },
  'ui-behind-auth': {
    reference: 'serves /ui without a token',
    here: 'asks for one, except perhaps from the machine it runs on',
  },
  'responses-as-object': {
    reference: 'answers /responses with a JSON text inside a JSON string',
    here: 'answers with the object',
  },
  'forward-joins': {
    reference: 'answers 500 to a second message that begins a task it already has, and loses it',
    here: 'takes it into the task',
  },
  'bad-wrapper-is-4xx': {
    reference: 'answers 500 to a message of another swarm that it cannot deliver',
    here: 'answers with the 4xx that says whose mistake it is',
  },
} as const satisfies Record<string, Difference>;

export type DifferenceId = keyof typeof DIFFERENCES;
