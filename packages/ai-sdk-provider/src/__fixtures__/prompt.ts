import type {
  JSONValue,
  LanguageModelV3Message,
  LanguageModelV3ToolApprovalResponsePart,
  LanguageModelV3ToolResultPart,
} from '@ai-sdk/provider';
import type { PartMark } from '../metadata.ts';

type AssistantPart = Extract<LanguageModelV3Message, { role: 'assistant' }>['content'][number];

const marked = (mark: Partial<PartMark> | undefined) =>
  mark === undefined ? {} : { providerOptions: { mail: { taskId: 't', swarm: 'team', ...mark } } };

export const system = (content: string): LanguageModelV3Message => ({ role: 'system', content });
export const user = (...texts: string[]): LanguageModelV3Message => ({
  role: 'user',
  content: texts.map((text) => ({ type: 'text', text })),
});
export const assistant = (...content: AssistantPart[]): LanguageModelV3Message => ({ role: 'assistant', content });
export const text = (words: string, mark?: Partial<PartMark>): AssistantPart => ({
  type: 'text',
  text: words,
  ...marked(mark),
});
export const call = (
  toolCallId: string,
  more: { mark?: Partial<PartMark>; executed?: boolean; tool?: string; input?: JSONValue } = {},
): AssistantPart => ({
  type: 'tool-call',
  toolCallId,
  toolName: more.tool ?? 'ask',
  input: more.input ?? {},
  ...(more.executed === true ? { providerExecuted: true } : {}),
  ...marked(more.mark),
});
export const result = (
  toolCallId: string,
  output: LanguageModelV3ToolResultPart['output'],
): LanguageModelV3ToolResultPart => ({ type: 'tool-result', toolCallId, toolName: 'ask', output });
export const tool = (
  ...content: (LanguageModelV3ToolResultPart | LanguageModelV3ToolApprovalResponsePart)[]
): LanguageModelV3Message => ({ role: 'tool', content });
export const decision = (
  approvalId: string,
  approved: boolean,
  reason?: string,
): LanguageModelV3ToolApprovalResponsePart => ({
  type: 'tool-approval-response',
  approvalId,
  approved,
  reason,
});
