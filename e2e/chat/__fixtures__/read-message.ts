import type { UIMessage } from 'ai';

export type ToolPart = {
  toolCallId: string;
  toolName: string;
  state: string;
  input?: unknown;
  output?: unknown;
  errorText?: string;
  approval?: { id: string; approved?: boolean };
};

/** The words of a message, reasoning left out. */
export function textOf(message: UIMessage): string {
  return message.parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

export function toolsOf(message: UIMessage): ToolPart[] {
  return message.parts.filter((part) => part.type === 'dynamic-tool' || part.type.startsWith('tool-')) as never;
}
