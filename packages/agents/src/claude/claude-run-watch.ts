import type { ClaudeEvent } from './claude-event.ts';

/**
 * Knows when Claude is done with a message. It says `result` whenever its model has nothing to do, also between our
 * message and the end of an agent that it has sent to the background, and for turns that it began by itself.
 */
export class ClaudeRunWatch {
  readonly #messageId: string;
  /** Whether our message was taken up; undefined for a Claude that does not tell. */
  #taken: boolean | undefined;
  #agents = 0;
  #hasResult = false;

  constructor(messageId: string) {
    this.#messageId = messageId;
  }

  /** Whether Claude has said how it went, at least once. */
  get hasResult(): boolean {
    return this.#hasResult;
  }

  /** Takes note of an event; true if it was the last one. After a stop nobody waits for agents in the background. */
  hear(event: ClaudeEvent, isStopping = false): boolean {
    if (event.type === 'command_lifecycle' && event.command_uuid === this.#messageId) {
      this.#taken = event.state !== 'queued';
      return event.state === 'cancelled';
    }
    if (event.type === 'system' && event.subtype === 'background_tasks_changed') {
      // A command in the background may be a server that runs for ever; only agents report back.
      this.#agents = (event.tasks ?? []).filter(({ task_type: type }) => !/bash|shell/.test(type ?? '')).length;
    }
    if (event.type !== 'result' || this.#taken === false) return false;
    this.#hasResult = true;
    return this.#agents === 0 || isStopping;
  }
}
