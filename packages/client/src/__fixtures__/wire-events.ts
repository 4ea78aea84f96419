import { farewell, recorded, type WireEvent } from './recorded.ts';

/** A recorded event with another id, or without one, and with some other words. */
const altered = ({ event, data }: WireEvent, id: string | undefined, words: object): WireEvent => ({
  event,
  data: { ...data, ...words },
  id,
});

/** A frame of the log that is not the end of anything. */
export const frame = (text: string, id?: string): WireEvent =>
  altered(recorded('task_resumed'), id, { description: text });

export const end = (response: string, id?: string, status = 'complete'): WireEvent => {
  const event = altered(recorded('task_complete'), id, { response, status });
  return status === 'error' ? { ...event, event: 'task_error' } : event;
};

export const runStarted = (id?: string): WireEvent => altered(recorded('run_started'), id, {});

export const call = (id?: string): WireEvent => altered(recorded('tool_call'), id, {});

/** A frame that other servers keep of an end in the past: it has the name of an end, and no response. */
export const memoryOfError: WireEvent = { ...farewell, event: 'task_error' };
