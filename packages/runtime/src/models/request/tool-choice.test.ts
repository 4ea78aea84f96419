import { jsonSchema, tool } from 'ai';
import { describe, expect, it } from 'vitest';
import { chooseTools } from './tool-choice.ts';

const add = tool({ inputSchema: jsonSchema({ type: 'object' }) });
const tools = { add, task_complete: add };

describe('chooseTools', () => {
  it.each([
    ['auto', 'auto'],
    ['required', 'required'],
    [{ tool: 'add' }, { type: 'tool', toolName: 'add' }],
    [{ tool: 'subtract' }, 'required'],
    [{ tool: 'toString' }, 'required'],
  ] as const)('turns %j into %j', (asked, toolChoice) => {
    expect(chooseTools({ asked, tools, unforceable: false })).toEqual({ tools, toolChoice });
  });

  it.each([
    ['auto', tools],
    ['required', tools],
    [{ tool: 'add' }, { add }],
    [{ tool: 'subtract' }, tools],
  ] as const)('only suggests %j to a model that cannot be forced', (asked, offered) => {
    expect(chooseTools({ asked, tools, unforceable: true })).toEqual({ tools: offered, toolChoice: 'auto' });
  });

  it.each(['auto', 'required', { tool: 'add' }] as const)('turns %j into auto where there are no tools', (asked) => {
    expect(chooseTools({ asked, tools: {}, unforceable: false })).toEqual({ tools: {}, toolChoice: 'auto' });
  });
});
