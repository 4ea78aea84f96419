import { describe, expect, it } from 'vitest';
import { toLabel, toLabels } from './to-label.ts';

const mail = (msg_type: string, message: Record<string, unknown>) => ({
  event: 'new_message',
  data: { extra_data: { full_message: { msg_type, message } } },
});
const agent = (address: string) => ({ address_type: 'agent', address });

describe('toLabel', () => {
  it.each([
    [
      'new_message weather>supervisor response',
      mail('response', { sender: agent('weather'), recipient: agent('supervisor'), subject: 'Re: sun' }),
    ],
    [
      'new_message supervisor>all broadcast_complete ::task_complete::',
      mail('broadcast_complete', {
        sender: agent('supervisor'),
        recipients: [agent('all')],
        subject: '::task_complete::',
      }),
    ],
    [
      'new_message supervisor>weather,math broadcast',
      mail('broadcast', { sender: agent('supervisor'), recipients: [agent('weather'), agent('math')], subject: 's' }),
    ],
    [
      'new_message user>supervisor request',
      mail('request', {
        sender: { address_type: 'admin', address: 'root' },
        recipient: agent('supervisor'),
        subject: 'Hello',
      }),
    ],
    [
      'new_message system>weather response ::action_error::',
      mail('response', {
        sender: { address_type: 'system', address: 'harbour' },
        recipient: agent('weather'),
        subject: '::action_error::',
      }),
    ],
    [
      'tool_call weather get_weather',
      { event: 'tool_call', data: { extra_data: { caller: 'weather', tool_name: 'get_weather' }, description: 'x' } },
    ],
    [
      'tool_call my-agent.2 help',
      { event: 'tool_call', data: { extra_data: { tool_name: 'help' }, description: 'agent my-agent.2 called help' } },
    ],
    ['tool_call unknown undefined', { event: 'tool_call', data: {} }],
    ['task_complete', { event: 'task_complete', data: { response: 'done' } }],
  ])('gives the label "%s"', (label, frame) => {
    expect(toLabel(frame)).toBe(label);
  });
});

describe('toLabels', () => {
  it('leaves out pings and event names that MAIL does not know', () => {
    const frames = ['ping', 'run_started', 'await_message', 'usage', 'task_error'].map((event) => ({
      event,
      data: {},
    }));
    expect(toLabels(frames)).toEqual(['await_message', 'task_error']);
  });
});
