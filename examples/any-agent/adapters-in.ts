import {
  type AnyAgentAdapter,
  createClaudeAdapter,
  createCodexAdapter,
  createOpencodeAdapter,
  createPiAdapter,
} from '@posthouse/agents';

/** The adapters, with one more folder in whose `node_modules` they look for their agent programs. */
export function adaptersIn(from: string): [name: string, adapter: AnyAgentAdapter][] {
  return [
    ['claude', createClaudeAdapter({ from })],
    ['codex', createCodexAdapter({ from })],
    ['opencode', createOpencodeAdapter({ from })],
    ['pi', createPiAdapter({ from })],
  ];
}
