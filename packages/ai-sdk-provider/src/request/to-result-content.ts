import type { JSONValue, LanguageModelV3ToolResultOutput } from '@ai-sdk/provider';

/** The output of a tool, as the result that the swarm is given. */
export function toResultContent(output: LanguageModelV3ToolResultOutput): JSONValue {
  switch (output.type) {
    case 'text':
    case 'json':
      return output.value;
    case 'error-text':
    case 'error-json':
      return { error: output.value };
    case 'execution-denied':
      return { approved: false, reason: output.reason };
    case 'content': {
      const { value } = output;
      const texts = value.flatMap((part) => (part.type === 'text' ? [part.text] : []));
      // Whatever is not text keeps its shape; JSON holds all of it.
      return texts.length === value.length ? texts.join('\n') : (JSON.parse(JSON.stringify(value)) as JSONValue);
    }
  }
}
