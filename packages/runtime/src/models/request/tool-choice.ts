import type { ToolSet, ToolChoice as ModelToolChoice } from 'ai';
import type { ToolChoice } from '../../respond/respond.ts';

export type ToolChoiceOptions = {
  /** What the turn asks for. */
  asked: ToolChoice;
  tools: ToolSet;
  /** Whether the model may not be forced, as Anthropic's models while they think. */
  unforceable: boolean;
};

export type ChosenTools = { tools: ToolSet; toolChoice: ModelToolChoice<ToolSet> };

/**
 * Which tools the model is offered and whether it must use one. Each provider's package gives the choice its wire form.
 * A model that cannot be forced to use a tool gets no other tool to use.
 */
export function chooseTools({ asked, tools, unforceable }: ToolChoiceOptions): ChosenTools {
  const names = Object.keys(tools);
  if (names.length === 0) return { tools, toolChoice: 'auto' };
  if (typeof asked === 'string') return { tools, toolChoice: unforceable ? 'auto' : asked };
  const only = tools[asked.tool];
  // A tool that is not offered cannot be asked for; any other is better than none.
  if (!Object.hasOwn(tools, asked.tool) || only === undefined) {
    return { tools, toolChoice: unforceable ? 'auto' : 'required' };
  }
  return unforceable
    ? { tools: { [asked.tool]: only }, toolChoice: 'auto' }
    : { tools, toolChoice: { type: 'tool', toolName: asked.tool } };
}
