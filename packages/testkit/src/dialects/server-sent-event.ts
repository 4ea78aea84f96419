/** One event of a stream. */
export interface ServerSentEvent {
  readonly event?: string;
  /** One line; JSON text is. */
  readonly data: string;
}

/** The event as it goes over the wire. */
export function encodeServerSentEvent({ event, data }: ServerSentEvent): string {
  return `${event === undefined ? '' : `event: ${event}\n`}data: ${data}\n\n`;
}

/** The event with its data cut in the middle; the event itself is complete, so that its reader gets to see the cut. */
export function truncate({ data, ...rest }: ServerSentEvent): ServerSentEvent {
  return { ...rest, data: data.slice(0, Math.ceil(data.length / 2)) };
}
