import type { LogEntry } from '../index.ts';
import { type LogWriter, writeLog } from './log-writer.ts';

/** What the reference does in a scenario, as a log of ours, and the frames that MAIL shows for it. */
export type Scenario = { name: string; entries: LogEntry[]; taskId: string; swarm: string; frames: string[] };

const END = ['tool_call', 'task_complete_call', 'new_message', 'task_complete'];

/** The supervisor completes, after whatever came before. */
function finish(log: LogWriter, text: string, thoughts: { reasoning?: string; preamble?: string } = {}): void {
  log.ended(log.call('supervisor', 'task_complete', { finish_message: text }, thoughts), 'SUCCESS: task completed');
  log.complete('supervisor', text);
  log.endRun(text);
}

const write = (name: string, frames: string[], tell: (log: LogWriter) => void): Scenario => {
  const log = writeLog();
  log.startRun();
  log.ask(`SCRIPT:${name}`);
  tell(log);
  return { name, entries: log.entries, taskId: log.taskId, swarm: log.swarm, frames: ['new_message', ...frames] };
};

/** The scenarios of appendix D, in the order in which the runtime has to write their entries. */
export const scenarios: Scenario[] = [
  write('simple', END, (log) => finish(log, 'done-simple', { reasoning: 'because', preamble: 'pre' })),

  write(
    'delegate',
    [
      'tool_call',
      'tool_call',
      'await_message',
      'new_message',
      'tool_call',
      'action_call',
      'action_complete',
      'new_message',
      'tool_call',
      'new_message',
      ...END,
    ],
    (log) => {
      const mail = { subject: 'Forecast', body: 'please' };
      const thoughts = { reasoning: 'think one', preamble: 'Let me ask' };
      const sent = log.call('supervisor', 'send_request', { target: 'weather', ...mail }, thoughts);
      const reason = 'waiting on weather';
      const awaits = log.call('supervisor', 'await_message', { reason }, { reasoningRef: sent.callId });
      log.ended(sent, 'SUCCESS: message sent');
      log.ended(awaits, `SUCCESS: waiting for a new message (reason: '${reason}')`);
      log.send('request', 'supervisor', 'weather', mail);
      const action = log.call('weather', 'get_weather', { city: 'Tokyo' }, { kind: 'action' });
      log.started(action);
      log.ended(action, 'sunny in Tokyo');
      log.announce('weather', '::action_complete::', 'Action completed successfully');
      const answer = { subject: 'Re: Forecast', body: 'sunny 20C' };
      log.ended(log.call('weather', 'send_response', { target: 'supervisor', ...answer }), 'SUCCESS: message sent');
      log.send('response', 'weather', 'supervisor', answer);
      finish(log, 'sunny');
    },
  ),

  write('badtarget', ['tool_call', 'agent_error', 'new_message', ...END], (log) => {
    const sent = log.call('supervisor', 'send_request', { target: 'ghost', subject: 's', body: 'b' });
    log.ended(sent, 'ERROR: ghost is not among your comm_targets', 'error');
    log.warn('supervisor', '::invalid_recipient::', 'Not delivered: you cannot write to ghost.');
    finish(log, 'bt');
  }),

  write('badargs', ['tool_call', 'agent_error', 'new_message', ...END], (log) => {
    const sent = log.call('supervisor', 'send_request', { target: 'weather', subject: 'nobody' });
    log.ended(sent, 'ERROR: body is missing', 'error');
    log.warn('supervisor', '::tool_call_error::', 'The call lacks a body.');
    finish(log, 'ba');
  }),

  write('unknown_action', ['tool_call', 'action_error', 'new_message', ...END], (log) => {
    const call = log.call('supervisor', 'nope', { a: 1 }, { kind: 'action' });
    log.ended(call, 'The swarm has no action nope.', 'error');
    log.warn('supervisor', '::action_error::', 'Error: nope');
    finish(log, 'ua');
  }),

  write('forbidden_action', ['tool_call', 'action_error', 'new_message', ...END], (log) => {
    const call = log.call('supervisor', 'get_weather', { city: 'X' }, { kind: 'action' });
    log.ended(call, 'The action get_weather is not yours.', 'error');
    log.warn('supervisor', '::action_error::', 'Error: get_weather');
    finish(log, 'fa');
  }),

  // The reference says `action_complete` and `::action_complete::` here, although the action threw.
  write(
    'action_raises',
    [
      'tool_call',
      'new_message',
      'tool_call',
      'action_call',
      'action_error',
      'new_message',
      'tool_call',
      'new_message',
      ...END,
    ],
    (log) => {
      const mail = { subject: 's', body: 'b' };
      log.ended(log.call('supervisor', 'send_request', { target: 'weather', ...mail }));
      log.send('request', 'supervisor', 'weather', mail);
      const action = log.call('weather', 'get_weather', { city: 'BOOM' }, { kind: 'action' });
      log.started(action);
      log.ended(action, 'kaboom', 'error', 'action_failed');
      log.warn('weather', '::action_error::', 'Error: get_weather');
      const answer = { subject: 'r', body: 'failed' };
      log.ended(log.call('weather', 'send_response', { target: 'supervisor', ...answer }));
      log.send('response', 'weather', 'supervisor', answer);
      finish(log, 'ar');
    },
  ),

  write(
    'broadcast',
    [
      'tool_call',
      'new_message',
      'new_message',
      'tool_call',
      'tool_call',
      'tool_call',
      'broadcast_ignored',
      'new_message',
      ...END,
    ],
    (log) => {
      const mail = { subject: 'FYI', body: 'hello all' };
      log.ended(log.call('supervisor', 'send_broadcast', { ...mail, targets: ['weather'] }));
      log.tell('broadcast', 'supervisor', { recipients: ['all'], heardBy: ['weather', 'math'], ...mail });
      const acknowledged = log.call('weather', 'acknowledge_broadcast', { note: 'n' });
      const ignored = log.call('math', 'ignore_broadcast', { reason: 'r' });
      const sent = log.call('math', 'send_response', { target: 'supervisor', subject: 'Re', body: 'ok' });
      log.ended(acknowledged, 'SUCCESS: broadcast acknowledged');
      log.ended(ignored, 'SUCCESS: broadcast ignored');
      log.ended(sent);
      log.send('response', 'math', 'supervisor', { subject: 'Re', body: 'ok' });
      finish(log, 'bc');
    },
  ),

  write('ack_wrong', ['tool_call', 'new_message', ...END], (log) => {
    log.ended(log.call('supervisor', 'acknowledge_broadcast', {}), 'ERROR: this was no broadcast', 'error');
    log.warn('supervisor', '::tool_call_error::', 'You were asked, not told.');
    finish(log, 'aw');
  }),

  write('await_bad', ['tool_call', 'agent_error', 'new_message', ...END], (log) => {
    log.ended(log.call('supervisor', 'await_message', {}), 'ERROR: nothing to wait for', 'error');
    log.warn('supervisor', '::tool_call_error::', 'Nobody owes you an answer.');
    finish(log, 'ab');
  }),

  write('interrupt', ['tool_call', 'new_message', 'tool_call', 'new_message', ...END], (log) => {
    const mail = { subject: 'Stop', body: 'halt' };
    log.ended(log.call('supervisor', 'send_interrupt', { target: 'weather', ...mail }));
    log.tell('interrupt', 'supervisor', { recipients: ['weather'], heardBy: ['weather'], ...mail });
    const answer = { subject: 'Re', body: 'stopped' };
    log.ended(log.call('weather', 'send_response', { target: 'supervisor', ...answer }));
    log.send('response', 'weather', 'supervisor', answer);
    finish(log, 'int');
  }),

  write(
    'dup',
    ['tool_call', 'tool_call', 'task_complete_call', 'new_message', 'task_complete_call_duplicate', 'task_complete'],
    (log) => {
      const first = log.call('supervisor', 'task_complete', { finish_message: 'one' });
      const second = log.call('supervisor', 'task_complete', { finish_message: 'two' });
      log.ended(first, 'SUCCESS: task completed');
      log.complete('supervisor', 'one');
      log.ended(second, 'SUCCESS: task already completed', 'success', 'duplicate');
      log.endRun('one');
    },
  ),

  write(
    'builtin',
    [
      'tool_call',
      'tool_call',
      'tool_call',
      'builtin_tool_call',
      'builtin_tool_call',
      'task_complete_call',
      'new_message',
      'task_complete',
    ],
    (log) => {
      const search = { query: 'q', status: 'completed' };
      const code = { code: 'print(1)', outputs: [], status: 'completed' };
      const searched = log.call('supervisor', 'web_search_call', search, { kind: 'builtin' });
      const computed = log.call('supervisor', 'code_interpreter_call', code, { kind: 'builtin' });
      const completed = log.call('supervisor', 'task_complete', { finish_message: 'bi' });
      log.ended(searched, null);
      log.ended(computed, null);
      log.ended(completed);
      log.complete('supervisor', 'bi');
      log.endRun('bi');
    },
  ),

  write('text', ['tool_call', 'new_message', 'new_message', 'tool_call', 'tool_call', 'new_message', ...END], (log) => {
    log.ended(log.call('supervisor', 'text_output', { content: 'plain text' }));
    const mail = { subject: '', body: 'plain text' };
    log.tell('broadcast', 'supervisor', { recipients: ['all'], heardBy: ['weather', 'math'], ...mail });
    const answer = { subject: 'fallback', body: 'f' };
    const first = log.call('weather', 'send_response', { target: 'supervisor', ...answer });
    const second = log.call('math', 'send_response', { target: 'supervisor', ...answer });
    log.ended(first);
    log.send('response', 'weather', 'supervisor', answer);
    log.ended(second);
    finish(log, 'after text');
  }),

  write('breakpoint', ['tool_call', 'breakpoint_tool_call', 'task_complete'], (log) => {
    const call = log.call('supervisor', 'ask_human', { q: 'ok?' }, { kind: 'breakpoint', reasoning: 'need human' });
    log.paused(call);
  }),

  write(
    'breakpoint and resume',
    ['tool_call', 'breakpoint_tool_call', 'task_complete', 'breakpoint_action_complete', ...END],
    (log) => {
      const call = log.call('supervisor', 'ask_human', { q: 'ok?' }, { kind: 'breakpoint' });
      log.paused(call);
      log.resumed(call);
      log.ended(call, 'yes');
      log.announce('supervisor', '::action_complete_broadcast::', '');
      finish(log, 'resumed');
    },
  ),

  write(
    'interswarm',
    [
      'tool_call',
      'interswarm_message_sent',
      'interswarm_message_received',
      'new_message',
      'tool_call',
      'task_complete_call',
      'new_message',
      'interswarm_message_sent',
      'task_complete',
    ],
    (log) => {
      const mail = { subject: 'Need help', body: 'hey' };
      log.ended(log.call('supervisor', 'send_request', { target: 'supervisor@swarm-beta', ...mail }));
      log.send('request', 'supervisor', 'supervisor@swarm-beta', mail);
      const notice = { subject: '::task_complete::', body: 'remote done' };
      log.send('response', 'supervisor@swarm-beta', 'supervisor', notice);
      log.ended(log.call('supervisor', 'task_complete', { finish_message: 'got remote' }));
      log.complete('supervisor', 'got remote');
      const back = { subject: '::task_complete::', body: 'got remote' };
      log.send('response', 'supervisor', 'supervisor@swarm-beta', back);
      log.endRun('got remote');
    },
  ),
];
