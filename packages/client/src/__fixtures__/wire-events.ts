/** Events on the wire, as servers write them. */
const about = { timestamp: '2026-03-01T08:30:00.000000+00:00', description: 'something happened', task_id: 'task-1' };

type WireEvent = { event: string; data: object; id?: string };

export const call = (caller: string, tool = 'look', id?: string): WireEvent => ({
  event: 'tool_call',
  data: { ...about, extra_data: { caller, tool_name: tool, tool_call_id: 'c', tool_args: { a: 'ü€𝄞' } } },
  ...(id === undefined ? {} : { id }),
});

export const notice = (text: string, id?: string): WireEvent => ({
  event: 'notice',
  data: { ...about, description: text, extra_data: { code: 'text' } },
  ...(id === undefined ? {} : { id }),
});

export const ping: WireEvent = { event: 'ping', data: { timestamp: about.timestamp, task_id: 'task-1' } };

export const end = (response: string, id?: string, status: string = 'complete'): WireEvent => ({
  event: status === 'complete' || status === 'paused' ? 'task_complete' : 'task_error',
  data: { timestamp: about.timestamp, task_id: 'task-1', response, status },
  ...(id === undefined ? {} : { id }),
});

/** A frame that other servers keep of an end in the past. */
export const memoryOfError: WireEvent = { event: 'task_error', data: { ...about, extra_data: {} } };

export const runStarted = (run: number, id?: string): WireEvent => ({
  event: 'run_started',
  data: { ...about, extra_data: { run, answer_id: 'a' } },
  ...(id === undefined ? {} : { id }),
});

export const farewell: WireEvent = { event: 'shutdown_requested', data: { ...about, extra_data: {} } };

/** An event as text, with CRLF as MAIL has it. */
export function toText(...events: WireEvent[]): string {
  return events
    .map(({ event, data, id }) => {
      const place = id === undefined ? '' : `id: ${id}\r\n`;
      return `${place}event: ${event}\r\ndata: ${JSON.stringify(data)}\r\n\r\n`;
    })
    .join('');
}
