import type { JSONValue, Usage } from '@posthouse/protocol';
import type { AgentNews, TextKind } from '../agent-news.ts';

/** What a scripted agent says while it plays its script. `parent` is the call of the agent inside the agent it is about. */
export type ScriptedEvent =
  | { readonly type: 'started'; readonly agentSessionId: string }
  | { readonly type: 'step' }
  | {
      readonly type: 'text';
      readonly id: string;
      readonly kind: TextKind;
      readonly delta: string;
      readonly parent?: string | undefined;
    }
  | {
      readonly type: 'text-ended';
      readonly id: string;
      readonly kind: TextKind;
      readonly retracted?: true | undefined;
      readonly parent?: string | undefined;
    }
  | {
      readonly type: 'call';
      readonly toolCallId: string;
      readonly toolName: string;
      readonly input: JSONValue;
      readonly parent?: string | undefined;
    }
  | { readonly type: 'progress'; readonly toolCallId: string; readonly text: string }
  | ({ readonly type: 'result' } & ScriptedResult)
  | {
      readonly type: 'agent';
      readonly toolCallId: string;
      readonly name?: string | undefined;
      readonly description: string;
      readonly status: 'running' | 'completed';
    }
  | { readonly type: 'usage'; readonly usage: Usage }
  | { readonly type: 'news'; readonly news: AgentNews }
  | { readonly type: 'failed'; readonly errorText: string };

export interface ScriptedResult {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly input: JSONValue;
  readonly output?: JSONValue | undefined;
  readonly errorText?: string | undefined;
  readonly parent?: string | undefined;
}
