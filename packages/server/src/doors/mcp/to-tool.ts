import type { SwarmDefinition } from '@posthouse/runtime';
import type { Tool } from '@modelcontextprotocol/sdk/types.js';

const text = (description: string) => ({ type: 'string', description });

/** A swarm as a tool. */
export function toTool(name: string, definition: SwarmDefinition): Tool {
  const about = definition.description === '' ? `Asks the swarm ${definition.name}.` : definition.description;
  return {
    name,
    title: definition.name,
    description: `${about}\n\nA team of agents works on the message and answers. To continue a task, give its task_id.`,
    inputSchema: {
      type: 'object',
      properties: {
        message: text('What to ask or tell the swarm.'),
        task_id: text('The task_id of an earlier answer, to continue that task.'),
        tool_results: {
          type: 'array',
          description: 'Results for the open_calls of a task that is paused.',
          items: {
            type: 'object',
            properties: {
              call_id: text('Which of the open_calls.'),
              content: { description: 'Its result; any JSON.' },
            },
            required: ['call_id', 'content'],
          },
        },
      },
    },
    outputSchema: {
      type: 'object',
      properties: {
        task_id: text('The id of the task, to continue it.'),
        status: { type: 'string', enum: ['complete', 'paused', 'error', 'cancelled'] },
        response: text('The answer, or why there is none.'),
        code: text('What went wrong, for programs.'),
        open_calls: {
          type: 'array',
          description: 'When paused: the calls that wait for somebody outside to answer them with tool_results.',
          items: {
            type: 'object',
            properties: { call_id: { type: 'string' }, tool: { type: 'string' }, input: {} },
            required: ['call_id', 'tool', 'input'],
          },
        },
      },
      required: ['status', 'response'],
    },
    annotations: { title: definition.name, readOnlyHint: false, openWorldHint: true },
  };
}
