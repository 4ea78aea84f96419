export { adaptStream, type AdaptStreamOptions } from './adapt-stream.ts';
export type {
  AgentAdapter,
  AgentRunState,
  AgentSession,
  AgentTotals,
  AnyAgentAdapter,
  ApprovalAnswer,
  Availability,
  OpenOptions,
  RunEnd,
  Translation,
  TranslationOptions,
  UserInput,
  UserPart,
} from './agent-adapter.ts';
export { AgentRegistry, agents, type AgentSource, type ListedAgent, registerAgent } from './agent-registry.ts';
export { createClaudeAdapter } from './claude/claude-adapter.ts';
export { createCodexAdapter } from './codex/codex-adapter.ts';
export { PendingApprovals } from './driving/pending-approvals.ts';
export { EventQueue, type EventQueueOptions } from './driving/event-queue.ts';
export type { ApprovalAnswered, ApprovalRequested, HostEvent } from './host-event.ts';
export { createOpencodeAdapter } from './opencode/opencode-adapter.ts';
export type { PiDriverOptions } from './pi/open-pi.ts';
export { createPiAdapter } from './pi/pi-adapter.ts';
export type { PiTool, PiToolResult } from './pi/pi-tool.ts';
export type { AgentScript, AgentStep, AgentTurn } from './scripted/agent-script.ts';
export { createScriptedAdapter, type ScriptedAdapterOptions } from './scripted/scripted-adapter.ts';
export { selectAgent, type AgentSelection } from './select-agent.ts';
export { finishRun, pauseRun, proceedRun } from './writing/finish-run.ts';
export { type RunState, startRunState } from './writing/run-state.ts';
export { RunWriter } from './writing/run-writer.ts';
export { translateHostEvent } from './writing/translate-host-event.ts';
