import type { LanguageModelV3CallOptions, SharedV3Warning } from '@ai-sdk/provider';
import { isPacked } from './to-file-text.ts';

const SETTINGS = [
  'maxOutputTokens',
  'temperature',
  'stopSequences',
  'topP',
  'topK',
  'presencePenalty',
  'frequencyPenalty',
  'seed',
] as const;

/** What was asked for and will not happen, or not as asked. */
export function findWarnings(options: LanguageModelV3CallOptions): SharedV3Warning[] {
  const { prompt, tools = [], toolChoice } = options;
  const warnings: SharedV3Warning[] = [];
  const warn = (feature: string, details: string, type: 'unsupported' | 'compatibility' = 'unsupported'): void =>
    void warnings.push({ type, feature, details });
  for (const setting of SETTINGS) {
    if (options[setting] !== undefined) warn(setting, 'Each agent has its own settings.');
  }
  for (const tool of tools) {
    if (tool.type === 'provider') warn(`provider tool ${tool.id}`, 'A swarm takes tools that the caller runs.');
  }
  if (toolChoice?.type === 'required' || toolChoice?.type === 'tool') {
    warn(`toolChoice ${toolChoice.type}`, 'A swarm decides by itself when it uses a tool.');
  }
  const packed = prompt.some(
    (message) => message.role === 'user' && message.content.some((part) => part.type === 'file' && isPacked(part)),
  );
  if (packed) warn('file', 'Neither a link nor text: sent as a data: link.', 'compatibility');
  return warnings;
}
