import { toProtocolText } from './to-protocol-text.ts';

export type HelpRequest = {
  summary: boolean;
  identity: boolean;
  topics: string[];
  protocol: boolean;
  agent: string;
  swarm: string;
};

/** Text for the `help` tool, and the topics there is nothing to say about. */
export function toHelpText(request: HelpRequest): { body: string; unknown: string[] } {
  const unknown = request.topics.filter((topic) => !Object.hasOwn(TOPICS, topic));
  const sections = [
    request.summary ? section('SUMMARY', SUMMARY) : undefined,
    request.identity ? section('YOUR IDENTITY', identityOf(request)) : undefined,
    request.topics.length > 0 ? section('TOOL HELP', request.topics.map(topicText).join('\n')) : undefined,
    request.protocol ? section('FULL MAIL PROTOCOL SPECIFICATION', toProtocolText()) : undefined,
  ];
  return { body: sections.filter((text) => text !== undefined).join('\n\n'), unknown };
}

function section(title: string, text: string): string {
  return `===== ${title} =====\n${text}`;
}

function identityOf({ agent, swarm }: HelpRequest): string {
  return `Name: ${agent}\nSwarm: ${swarm}\nLocal address: ${agent}\nInterswarm address: ${agent}@${swarm}`;
}

function topicText(topic: string): string {
  return `${topic}: ${TOPICS[topic] ?? 'nothing is known about this tool.'}`;
}

const SUMMARY = [
  'You are one of several agents that work on a task by writing to each other.',
  'Whatever reaches you is a message; whatever you do is a tool call. Text outside of a tool call reaches nobody.',
  'Ask with send_request, answer with send_response, and wait with await_message when you depend on an answer.',
  'An agent that may complete tasks ends the work with task_complete; its finish message goes to the user.',
].join('\n');

const TOPICS: Record<string, string> = {
  send_request: 'asks one agent for something. The answer comes later, as a message to you.',
  send_response: 'answers the agent that asked you. Write to whoever sent the request, and put all data into the body.',
  send_broadcast:
    'tells several agents the same thing. With targets only those hear it, without targets everyone does.',
  send_interrupt: 'stops what one agent is doing; it reads your message before anything else that waits.',
  acknowledge_broadcast: 'notes a broadcast without answering. Only for broadcasts.',
  ignore_broadcast: 'passes over a broadcast that does not concern you.',
  await_message: 'ends your turn until a message arrives. Only sensible after you have asked somebody.',
  task_complete: 'ends the task for everybody. The finish message is what the user gets to read, so make it complete.',
};
