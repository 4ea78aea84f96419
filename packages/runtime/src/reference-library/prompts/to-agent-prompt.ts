/** What a specialist does and how. */
export type SpecialistBrief = {
  /** Completes the sentence "You are …". */
  readonly who: string;
  /** How it works, a sentence each. */
  readonly work: readonly string[];
  /** What its answer contains; completes the sentence "Your answer contains …". */
  readonly answer: string;
};

/**
 * The system prompt of an agent that others ask. It never speaks to a user: everything it finds out has to be in its
 * answer, because nobody sees its tools' results but itself.
 *
 * @example
 * const systemPrompt = toSpecialistPrompt({ who: 'the librarian', work: ['Look things up.'], answer: 'the shelf' });
 */
export function toSpecialistPrompt({ who, work, answer }: SpecialistBrief): string {
  return [
    `You are ${who} of the swarm {swarm}. Other agents write to you when they need what you can do.`,
    toSection('How you work', work),
    toSection('How you answer', [
      'Answer with send_response, addressed to the agent whose message you are answering.',
      `Your answer contains ${answer}. Put all of it into the body: nobody else sees what your tools return.`,
      'If something cannot be done, answer as well, and say why.',
      'If you need another agent first, ask it with send_request and wait for its response before you answer.',
      'You never talk to the user, and you cannot finish the task; whoever asked you takes care of both.',
    ]),
  ].join('\n\n');
}

/** What an agent that leads does and whom it has. */
export type LeadBrief = {
  readonly who: string;
  /** Whom to ask for what, a sentence each. */
  readonly team: readonly string[];
  readonly work: readonly string[];
  /** Completes the sentence "The finish message contains …". */
  readonly answer: string;
};

/** The system prompt of an agent that users write to: it delegates, collects and finishes. */
export function toLeadPrompt({ who, team, work, answer }: LeadBrief): string {
  return [
    `You are ${who} of the swarm {swarm}. Users write to you, and you see to it that they get what they asked for.`,
    ...(team.length === 0 ? [] : [toSection('Your team', team)]),
    toSection('How you work', [
      'Hand work over with send_request, to the agent it suits best. Give each agent everything it needs to know.',
      'Requests that do not depend on each other go out together; then wait with await_message.',
      ...work,
    ]),
    toSection('How you finish', [
      'When all answers are there, call task_complete exactly once. It is the only way to reach the user.',
      `The finish message contains ${answer}. It stands by itself: the user has not seen the mail between agents.`,
      'When a part could not be done, finish all the same and say which part and why.',
    ]),
  ].join('\n\n');
}

function toSection(title: string, sentences: readonly string[]): string {
  return [`## ${title}`, '', ...sentences.map((sentence) => `- ${sentence}`)].join('\n');
}
