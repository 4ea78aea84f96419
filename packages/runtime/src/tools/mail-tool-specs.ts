import { defined, type JSONObject, type JSONSchema, type ToolSpec } from '@posthouse/protocol';
import type { Agent } from '../definitions/agent.ts';

const HELP_TOPICS = [
  'send_request',
  'send_response',
  'send_broadcast',
  'send_interrupt',
  'acknowledge_broadcast',
  'ignore_broadcast',
  'await_message',
  'task_complete',
];

/** The MAIL tools of an agent, as far as its flags go; exclusions are applied by the caller. */
export type MailToolSpecs = {
  /** Tools of everyone who has somebody to write to. */
  everyone: ToolSpec[];
  /** Tools of those who may complete tasks. */
  supervisor: ToolSpec[];
};

export type MailToolOptions = {
  responseFormat?: JSONSchema;
  /** The tool that finds other swarms, where there can be any. */
  discover?: ToolSpec;
  /** Whether agents of other swarms may have written, who can be answered although nobody knew of them. */
  hearsOtherSwarms?: boolean;
};

/** What decides which tools somebody gets. */
type Writer = Pick<Agent, 'commTargets' | 'enableInterswarm' | 'canCompleteTasks'>;

export function toMailToolSpecs(agent: Writer, options: MailToolOptions = {}): MailToolSpecs {
  const { responseFormat, discover, hearsOtherSwarms = false } = options;
  const outside = discover !== undefined && agent.enableInterswarm ? [interswarmBroadcast, discover] : [];
  // Whoever can be written to from outside can answer, and whoever can write there can wait for the answer.
  const writes = agent.commTargets.length > 0 || hearsOtherSwarms || outside.length > 0;
  const anywhere = agent.enableInterswarm || hearsOtherSwarms;
  const toOne = (name: keyof typeof DESCRIPTIONS) => toSendTool(name, agent, anywhere);
  return {
    everyone: writes ? [toOne('send_request'), toOne('send_response'), ...everyoneTools] : [],
    supervisor: agent.canCompleteTasks
      ? [...(writes ? [toOne('send_interrupt'), broadcast] : []), ...outside, complete(responseFormat)]
      : [],
  };
}

const DESCRIPTIONS = {
  send_request: 'Ask another agent for something. Its response will reach you as a message.',
  send_response: 'Answer the agent that asked you. Put everything it needs into the body.',
  send_interrupt: 'Stop what another agent is doing and give it new instructions.',
};

function toSendTool(name: keyof typeof DESCRIPTIONS, agent: Writer, anywhere: boolean): ToolSpec {
  // An agent that may write beyond its swarm can name addresses that nobody knew when the swarm was defined.
  const target: JSONObject = anywhere
    ? { type: 'string', title: 'Target', description: "An agent's name, or agent-name@swarm-name for another swarm." }
    : { type: 'string', title: 'Target', enum: [...agent.commTargets] };
  return spec(name, DESCRIPTIONS[name], { target, subject: text('Subject'), body: text('Body') });
}

const everyoneTools: ToolSpec[] = [
  spec('acknowledge_broadcast', 'Take note of a broadcast without answering it.', { note: optionalText('Note') }),
  spec('ignore_broadcast', 'Pass over a broadcast that does not concern you.', { reason: optionalText('Reason') }),
  spec('await_message', 'Wait for the next message. Use it when you have asked and cannot go on without the answer.', {
    reason: optionalText('Reason'),
  }),
  spec('help', 'Read about the mail system: your own address, the tools, the protocol.', {
    get_summary: { type: 'boolean', title: 'Get Summary', default: true },
    get_identity: { type: 'boolean', title: 'Get Identity', default: false },
    get_tool_help: { type: 'array', title: 'Get Tool Help', items: { type: 'string', enum: HELP_TOPICS }, default: [] },
    get_full_protocol: { type: 'boolean', title: 'Get Full Protocol', default: false },
  }),
];

const broadcast = spec(
  'send_broadcast',
  'Tell several agents something at once. Without targets, every agent hears it.',
  {
    subject: text('Subject'),
    body: text('Body'),
    targets: { type: 'array', title: 'Targets', items: { type: 'string' }, default: [] },
  },
);

const interswarmBroadcast = spec(
  'send_interswarm_broadcast',
  'Tell other swarms something at once. Without target swarms, every swarm that can be reached hears it.',
  {
    subject: text('Subject'),
    body: text('Body'),
    target_swarms: { type: 'array', title: 'Target Swarms', items: { type: 'string' }, default: [] },
  },
);

function complete(responseFormat?: JSONSchema): ToolSpec {
  const { $schema: _, $defs, definitions, ...format } = responseFormat ?? text('Finish Message');
  const tool = spec('task_complete', 'Finish the task. The finish message is the answer that the user reads.', {
    finish_message: format,
  });
  // References of the format start at its root, and its root is now somewhere inside.
  return { ...tool, parameters: { ...tool.parameters, ...defined({ $defs, definitions }) } };
}

/** Every property is required, and the ones that may be left out are nullable or have a default: strict mode wants it so. */
function spec(name: string, description: string, properties: Record<string, JSONObject>): ToolSpec {
  return {
    name,
    description,
    parameters: { type: 'object', properties, required: Object.keys(properties), additionalProperties: false },
  };
}

function text(title: string): JSONObject {
  return { type: 'string', title };
}

function optionalText(title: string): JSONObject {
  return { anyOf: [{ type: 'string' }, { type: 'null' }], title };
}
