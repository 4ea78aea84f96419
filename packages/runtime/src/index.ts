export { action, type Action, type ActionContext, type ActionOptions, type AnyAction } from './definitions/action.ts';
export { toAdjacencyMatrix, withAdjacencyMatrix } from './definitions/adjacency-matrix.ts';
export {
  agent,
  type Agent,
  type AgentFunction,
  type AgentFunctionInput,
  type AgentFunctionOutput,
  type AgentOptions,
  type ModelRef,
} from './definitions/agent.ts';
export { closestName } from './definitions/closest-name.ts';
export { defineSwarm } from './definitions/define-swarm.ts';
export { subswarm } from './definitions/subswarm.ts';
export type {
  ActionOverride,
  Prices,
  Budgets,
  RunLimits,
  SwarmCallBounds,
  SwarmDefinition,
  SwarmOptions,
} from './definitions/swarm-definition.ts';
export type { FederationPolicy } from './federation/federation-policy.ts';
export type { LetterReceipt, PeerCard, PeerLetter, Peers, PeerTask, ReceivedLetter } from './federation/peers.ts';
export type { ResponseType } from './manual/step-context.ts';
export type { StepOptions } from './manual/step-options.ts';
export type { StepResult, SubmittedStep } from './manual/step-result.ts';
export { toMailText } from './messages/to-mail-text.ts';
export { registerScriptedModel } from './models/providers/scripted-models.ts';
export type { PostResult, Submitted } from './office/await-outcome.ts';
export type { WhenOpen } from './office/decide-chat-post.ts';
export type { CallAnswers } from './office/decide-resume.ts';
export { exportOwner, exportTask } from './archive/export-data.ts';
export { importData, type Imported, type ImportOptions } from './archive/import-data.ts';
export { Engine, type EngineOptions } from './office/engine.ts';
export { forgetOwner, type Forgotten, storeUndertaker, type Undertaker } from './office/forget-owner.ts';
export { prune, type Retention } from './office/prune.ts';
export { lowerBudget } from './budgets/budget.ts';
export { heldBy } from './budgets/decide-held.ts';
export { endRunOf, raiseDayBudget, raiseRunBudget } from './budgets/raise-budget.ts';
export { endOfDay, toDay } from './budgets/spent.ts';
export { DEFAULT_LIMITS, lowerLimits } from './office/limits.ts';
export type { FollowBatch, FollowOptions, TokenEvent } from './office/follow-task.ts';
export { type CallBounds, DEFAULT_CALL_BOUNDS } from './queue/call-bounds.ts';
export type { QueuePlace } from './queue/place-teller.ts';
export type { ModelQueue, QueueFullDetails, QueueObserver } from './queue/model-queue.ts';
export { Office, type OfficeMode, type OfficeOptions, type PostOptions } from './office/office.ts';
export { guardedFetch, guardedFetchText, type OutboundPolicy } from './outbound/index.ts';
export { swarm, type Swarm } from './swarm.ts';
export type { LoadOptions, ReferenceLibrary } from './swarms-json/load-options.ts';
export { loadSwarmsFile } from './swarms-json/load-swarms-file.ts';
export { parseSwarmsJSON } from './swarms-json/parse-swarms-json.ts';
export { toSwarmJSON } from './swarms-json/to-swarm-json.ts';
export { type Cause, currentCause, withCause } from './telemetry/cause.ts';
export type { ActionFact, ModelFact, ModelFailureReason, Observer } from './telemetry/observer.ts';
export { findTracer } from './telemetry/find-tracer.ts';
export { traceIdOf, toTraceparent } from './telemetry/traceparent.ts';
