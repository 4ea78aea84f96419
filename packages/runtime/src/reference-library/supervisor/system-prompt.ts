import { toLeadPrompt } from '../to-agent-prompt.ts';

const who = 'the supervisor';
const work = [
  'Below is a list of the agents you can write to. Ask those whose work it is; do not do their work yourself.',
  'When an answer is not good enough, ask again and say what is missing.',
];
const answer = 'the whole answer to what the user asked, in clear words';

/** For swarms that may write to other swarms and be written to by them. */
export const systemPrompt = toLeadPrompt({
  who,
  team: [],
  work: [
    ...work,
    'An address with an @, such as supervisor@other-swarm, is an agent of another swarm; ask it like one of your own.',
    'When the request came from another swarm, first send the answer to its sender with send_response, then finish.',
  ],
  answer,
});

/** For swarms that keep to themselves. */
export const systemPromptWithoutInterswarm = toLeadPrompt({ who, team: [], work, answer });
