export {
  type AgentAddress,
  EVERYONE,
  formatAgentAddress,
  isAgentName,
  parseAgentAddress,
} from './addresses/agent-address.ts';
export {
  formatInstance,
  type Instance,
  INSTANCE_ROLES,
  type InstanceRole,
  parseInstance,
} from './addresses/instance.ts';
export { ownValue } from './own-value.ts';
export { swarmOf } from './addresses/swarm-of.ts';
export { ERROR_CODES, type ErrorCodeInfo } from './errors/error-codes.ts';
export type { ErrorCode } from './errors/error-statuses.ts';
export { PosthouseError, type PosthouseErrorOptions } from './errors/posthouse-error.ts';
export { defined } from './defined.ts';
export { invalidInput } from './errors/invalid-input.ts';
export { messageOf } from './errors/message-of.ts';
export { isJSONObject } from './is-json-object.ts';
export { MAIL_FRAME_NAMES, type MAILFrame, type MAILFrameName, mailFrameWire } from './frames/mail-frame.ts';
export { type AnswerMark, type HistoryMeaning, type HistoryTurn, readHistory } from './history/read-history.ts';
export {
  type InterswarmDelivery,
  interswarmDeliveryWire,
  type InterswarmPost,
  interswarmPostWire,
  type InterswarmReceipt,
  interswarmReceiptWire,
  type InterswarmResult,
  interswarmResultWire,
} from './http/interswarm-bodies.ts';
export { type MessageResult, messageResultWire, type PostMessage, postMessageWire } from './http/message-bodies.ts';
export { type ResponsesRequest, responsesRequestWire } from './http/responses-bodies.ts';
export {
  type ErrorBody,
  errorBodyWire,
  type Health,
  type HealthUpdate,
  healthUpdateWire,
  healthWire,
  SERVER_FEATURES,
  type ServerFeature,
  type ServerInfo,
  serverInfoWire,
  type ServerStatus,
  serverStatusWire,
  type Whoami,
  whoamiWire,
} from './http/server-bodies.ts';
export {
  type ApproveSwarm,
  approveSwarmWire,
  type DiscoverSwarms,
  discoverSwarmsWire,
  type LoadSwarm,
  loadSwarmWire,
  type PeerList,
  peerListWire,
  type RegisterSwarm,
  registerSwarmWire,
  type SwarmChanged,
  swarmChangedWire,
  type SwarmList,
  swarmListWire,
  type UnregisterSwarm,
  unregisterSwarmWire,
} from './http/swarm-bodies.ts';
export {
  manualPostWire,
  manualProposalWire,
  manualStepResultWire,
  manualStepWire,
  manualTaskWire,
} from './http/manual-bodies.ts';
export {
  forkedTaskWire,
  forkTaskWire,
  taskLogSchema,
  type UIOverview,
  uiOverviewWire,
  type UISwarms,
  uiSwarmsWire,
  type UIUsage,
  uiUsageWire,
} from './http/studio-bodies.ts';
export {
  type CallResults,
  callResultsWire,
  type TaskList,
  taskListWire,
  type TaskQuery,
  taskQueryWire,
  type TaskRecord,
  taskRecordWire,
  type TaskState,
  taskStateWire,
} from './http/task-bodies.ts';
export {
  type RaiseBudget,
  raiseBudgetWire,
  type RaiseRunBudget,
  raiseRunBudgetWire,
  type Spending,
  spendingWire,
} from './http/budget-bodies.ts';
export {
  type UIAgents,
  uiAgentsWire,
  type UIEventDump,
  uiEventDumpWire,
  type UITask,
  type UITaskList,
  uiTaskListWire,
  type UITaskTitle,
  uiTaskTitleWire,
  uiTaskWire,
} from './http/ui-bodies.ts';
export { isId, isTaskId, MAX_ID_LENGTH, newId } from './id.ts';
export { type JSONObject, type JSONSchema, type JSONValue, parseJSON } from './json.ts';
export { addUsage } from './log/add-usage.ts';
export { isUserEntry } from './log/is-user-entry.ts';
export { isTextType, linkFile, quoteFile } from './messages/file-text.ts';
export { isFromUser } from './messages/is-from-user.ts';
export { toTitle } from './messages/to-title.ts';
export {
  type Budget,
  BUDGET_SCOPES,
  BUDGET_UNITS,
  type BudgetScope,
  budgetsSchema,
  type BudgetUnit,
  toBudgetText,
  type UsedBudget,
} from './log/budget.ts';
export { CALL_KINDS, type CallKind, type CallResult, type OpenCall } from './log/call.ts';
export { type LiveText, TEXT_KINDS, type Token, tokenSchema } from './log/live-text.ts';
export { type Fact, type LogEntry, logEntrySchema, type NewEntry } from './log/log-entry.ts';
export { recordedTextOf } from './log/recorded-text.ts';
export type { ToolSpec } from './log/tool-spec.ts';
export type { Usage } from './log/usage.ts';
export { type MAILAddress, mailAddressWire } from './messages/mail-address.ts';
export { type MAILBroadcast, mailBroadcastWire } from './messages/mail-broadcast.ts';
export { type MAILInterrupt, mailInterruptWire } from './messages/mail-interrupt.ts';
export { type MAILInterswarmMessage, mailInterswarmMessageWire } from './messages/mail-interswarm-message.ts';
export { type MAILMessage, mailMessageWire, MESSAGE_TYPES, type MessageType } from './messages/mail-message.ts';
export { type MAILRequest, mailRequestWire } from './messages/mail-request.ts';
export { type MAILResponse, mailResponseWire } from './messages/mail-response.ts';
export { priorityTier, type PriorityTier } from './messages/priority-tier.ts';
export { recipientsOf } from './messages/recipients-of.ts';
export { type FrameContext, toMailFrames } from './projections/to-mail-frames.ts';
export { toOpenCallsText } from './projections/to-open-calls-text.ts';
export { type TaskFacts, toTaskRecord } from './projections/to-task-record.ts';
export { toTextName } from './telling/call-name.ts';
export { type AnswerStep, type SaidAnswer, sayAnswer, startAnswer } from './telling/one-answer.ts';
export { nextStanding, type Standing } from './telling/standing.ts';
export { tellRun } from './telling/tell-run.ts';
export { RunReader } from './light/run-reader.ts';
export { tellingSchema, type WireTelling } from './telling/telling-schema.ts';
export { toWireTelling } from './telling/telling-wire.ts';
export { toAgentName, toToldMail } from './telling/to-told-mail.ts';
export { toQueuedText } from './telling/to-queued-text.ts';
export { isEntry } from './telling/telling.ts';
export type {
  QueuedEvent,
  RunEvent,
  Speaker,
  Telling,
  ToldCall,
  ToldMail,
  ToldQuestion,
  ToldText,
} from './telling/telling.ts';
export { type RunName, startTelling, type ToldRun } from './telling/told-run.ts';
export { toTimestamp } from './timestamp.ts';
export { describeValue } from './wire/describe-value.ts';
export type { Parsed } from './wire/read-wire.ts';
export {
  oneOf,
  type Problem,
  problem,
  toExpectation,
  toProblem,
  toProblems,
  valueAt,
  withArticle,
} from './wire/problem.ts';
export type { Camel } from './wire/wire-case.ts';
export { type WireCodec, wireCodec, type Wired } from './wire/wire-codec.ts';
