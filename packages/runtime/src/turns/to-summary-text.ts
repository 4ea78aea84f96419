import { enclose } from '../messages/enclose.ts';
import type { KeptMessages } from '../task/kept-messages.ts';

/** A summary as it stands at the beginning of a prompt: what happened, then the user's own words. */
export function toSummaryText(
  summary: string,
  { messages, leftOut }: KeptMessages = { messages: [], leftOut: 0 },
): string {
  const [first, ...rest] = messages.map(toMessage);
  const gap = leftOut === 0 ? [] : [`(${leftOut} messages of the user are left out here; the summary tells of them.)`];
  return [
    enclose('summary_of_earlier_turns', { text: summary }),
    ...(first === undefined
      ? []
      : ['<earlier_messages_of_the_user>', first, ...gap, ...rest, '</earlier_messages_of_the_user>']),
  ].join('\n');
}

function toMessage({ from, body }: KeptMessages['messages'][number]): string {
  return enclose('message', { headers: [['from', from]], text: body });
}
