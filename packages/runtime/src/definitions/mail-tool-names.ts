/** The tools that MAIL itself defines. No action may bear one of these names. */
export const MAIL_TOOL_NAMES = [
  'send_request',
  'send_response',
  'send_interrupt',
  'send_broadcast',
  'send_interswarm_broadcast',
  'discover_swarms',
  'task_complete',
  'acknowledge_broadcast',
  'ignore_broadcast',
  'await_message',
  'help',
] as const;

export type MailToolName = (typeof MAIL_TOOL_NAMES)[number];

const names: ReadonlySet<string> = new Set(MAIL_TOOL_NAMES);

/**
 * Whether a tool is one of MAIL's own.
 *
 * @example isMailToolName('send_request') // true
 */
export function isMailToolName(name: string): name is MailToolName {
  return names.has(name);
}
