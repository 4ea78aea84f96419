export * from './addresses/agent-address.ts';
export * from './addresses/instance.ts';
export * from './own-value.ts';
export * from './addresses/swarm-of.ts';
export * from './errors/error-codes.ts';
export type { ErrorCode } from './errors/error-statuses.ts';
export * from './errors/posthouse-error.ts';
export * from './defined.ts';
export * from './errors/invalid.ts';
export * from './errors/message-of.ts';
export * from './is-json-object.ts';
export { MAIL_FRAME_NAMES, type MAILFrame, type MAILFrameName, mailFrameWire } from './frames/mail-frame.ts';
export * from './history/read-history.ts';
export * from './history/to-conversation-text.ts';
export * from './http/interswarm-bodies.ts';
export * from './http/message-bodies.ts';
export * from './http/responses-bodies.ts';
export * from './http/server-bodies.ts';
export * from './http/swarm-bodies.ts';
export * from './http/manual-bodies.ts';
export * from './http/studio-bodies.ts';
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
export * from './http/budget-bodies.ts';
export * from './http/ui-bodies.ts';
export * from './id.ts';
export * from './json-places.ts';
export { type JSONObject, type JSONSchema, type JSONValue, parseJSON, textOfJSON } from './json.ts';
export * from './log/add-usage.ts';
export * from './log/is-user-entry.ts';
export * from './messages/file-text.ts';
export * from './messages/is-from-user.ts';
export * from './messages/to-title.ts';
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
export * from './log/log-entry.ts';
export { recordedTextOf } from './log/recorded-text.ts';
export type { ToolSpec } from './log/tool-spec.ts';
export type { Usage } from './log/usage.ts';
export { type MAILAddress, mailAddressWire } from './messages/mail-address.ts';
export { type MAILBroadcast, mailBroadcastWire } from './messages/mail-payloads.ts';
export { type MAILInterrupt, mailInterruptWire } from './messages/mail-payloads.ts';
export { type MAILInterswarmMessage, mailInterswarmMessageWire } from './messages/mail-interswarm-message.ts';
export { type MAILMessage, mailMessageWire, MESSAGE_TYPES, type MessageType } from './messages/mail-message.ts';
export { type MAILRequest, mailRequestWire } from './messages/mail-payloads.ts';
export { type MAILResponse, mailResponseWire } from './messages/mail-payloads.ts';
export * from './messages/priority-tier.ts';
export * from './messages/recipients-of.ts';
export * from './projections/to-mail-frames.ts';
export * from './projections/to-open-calls-text.ts';
export * from './projections/to-task-record.ts';
export { toTextName } from './telling/call-name.ts';
export * from './telling/one-answer.ts';
export * from './telling/standing.ts';
export { tellRun } from './telling/tell-run.ts';
export { RunReader } from './light/run-reader.ts';
export * from './telling/telling-schema.ts';
export * from './telling/telling-wire.ts';
export { toAgentName, toToldMail } from './telling/to-told-mail.ts';
export * from './telling/to-queued-text.ts';
export * from './telling/telling.ts';
export { type RunName, startTelling, type ToldRun } from './telling/told-run.ts';
export { toTimestamp } from './timestamp.ts';
export { untilAborted } from './until-aborted.ts';
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
