import type { JSONObject } from '@posthouse/protocol';

/** A tool as pi takes it. Its parameters are a JSON Schema. */
export interface PiTool {
  readonly name: string;
  readonly label: string;
  readonly description: string;
  readonly parameters: JSONObject;
  execute(
    toolCallId: string,
    input: never,
    signal?: AbortSignal,
    onUpdate?: (partial: PiToolResult) => void,
  ): Promise<PiToolResult>;
}

/** Failures are thrown, not returned. */
export interface PiToolResult {
  readonly content: readonly ({ type: 'text'; text: string } | { type: 'image'; data: string; mimeType: string })[];
  readonly details: unknown;
}
