import { expect, test } from 'vitest';
import { createMailTools, createSupervisorTools } from '../index.ts';

const namesOf = (tools: readonly { name?: unknown; function?: unknown }[]) =>
  tools.map((tool) => tool.name ?? (tool.function as { name: string }).name);

test('every agent gets the tools of MAIL in the order of the reference', () => {
  expect(namesOf(createMailTools(['math']))).toEqual([
    'send_request',
    'send_response',
    'acknowledge_broadcast',
    'ignore_broadcast',
    'await_message',
    'help',
  ]);
});

test('a supervisor gets its own in addition, and those between swarms on request', () => {
  expect(namesOf(createSupervisorTools(['math']))).toEqual(['send_interrupt', 'send_broadcast', 'task_complete']);
  expect(namesOf(createSupervisorTools(['math'], { enableInterswarm: true, canCompleteTasks: false }))).toEqual([
    'send_interrupt',
    'send_broadcast',
    'send_interswarm_broadcast',
    'discover_swarms',
  ]);
});

test('excluded tools are left out, and targets are the ones that were given', () => {
  const [request, ...rest] = createMailTools(['math', 'weather'], { excludeTools: ['help', 'await_message'] });
  expect(namesOf(rest)).not.toContain('help');
  expect(request).toMatchObject({ parameters: { properties: { target: { enum: ['math', 'weather'] } } } });
  expect(JSON.stringify(createMailTools(['math'], { enableInterswarm: true })[0])).not.toContain('enum');
});

test('a tool is written in the style of either API', () => {
  const [completions] = createMailTools(['math'], { style: 'completions' });
  const [responses] = createMailTools(['math']);
  const { parameters } = responses as { parameters: object };
  expect(responses).toMatchObject({ type: 'function', name: 'send_request', strict: true });
  expect(completions).toMatchObject({ type: 'function', function: { name: 'send_request', strict: true, parameters } });
});
