export { action, type Action, type ActionContext, type ActionOptions, type AnyAction } from './definitions/action.ts';
export { toAdjacencyMatrix, withAdjacencyMatrix } from './definitions/adjacency-matrix.ts';
export { agent, type Agent, type AgentOptions, type ModelRef } from './definitions/agent.ts';
export type {
  AgentFunction,
  AgentFunctionCall,
  AgentFunctionInput,
  AgentFunctionOutput,
} from './definitions/agent-function.ts';
export { closestName } from './definitions/closest-name.ts';
export { defineSwarm } from './definitions/define-swarm.ts';
export { subswarm } from './definitions/subswarm.ts';
export { TextBeginning } from './definitions/text-beginning.ts';
export type {
  ActionOverride,
  Budgets,
  RunLimits,
  SwarmCallBounds,
  SwarmDefinition,
  SwarmOptions,
} from './definitions/swarm-definition.ts';
export { createMailTools, createSupervisorTools, type MailToolsOptions } from './mail-tools/create-mail-tools.ts';
export type { FederationPolicy } from './federation/federation-policy.ts';
export type { LetterReceipt, PeerCard, PeerLetter, Peers, PeerTask, ReceivedLetter } from './federation/peers.ts';
export type { ResponseType } from './task/step-context.ts';
export type { StepOptions } from './manual/step-options.ts';
export type { StepResult, SubmittedStep } from './manual/step-result.ts';
export { toMailText } from './messages/to-mail-text.ts';
export { findMissingPackages, MODEL_PACKAGES } from './models/missing-packages.ts';
export { registerScriptedModel } from './models/providers/scripted-models.ts';
export type { PostResult, Submitted } from './follow/await-outcome.ts';
export type { WhenOpen } from './task/decide-chat-post.ts';
export type { CallAnswers } from './task/decide-resume.ts';
export { exportOwner, exportTask } from './archive/export-data.ts';
export { importData, type Imported, type ImportOptions } from './archive/import-data.ts';
export { Engine, type EngineOptions } from './engine/engine.ts';
export { forgetOwner, type Forgotten, type ForgottenOwner, storeDeleter, type Deleter } from './engine/forget-owner.ts';
export { prune, type Retention } from './engine/prune.ts';
export { lowerBudget } from './budgets/used-budgets.ts';
export { heldBy } from './task/decide-held.ts';
export { endRunOf, raiseDayBudget, raiseRunBudget } from './engine/raise-budget.ts';
export { endOfDay, toDay } from './task/spent.ts';
export { DEFAULT_LIMITS, lowerLimits } from './task/limits.ts';
export type { FollowBatch, FollowTaskOptions, TokenEvent } from './follow/follow-task.ts';
export { type CallBounds, DEFAULT_CALL_BOUNDS } from './queue/call-bounds.ts';
export type { QueuePlace } from './queue/place-teller.ts';
export type { ModelQueue, QueueFullDetails, QueueObserver } from './queue/model-queue.ts';
export { SwarmInstance, type RunMode, type SwarmInstanceOptions, type PostOptions } from './instance/swarm-instance.ts';
export { guardedFetch, guardedFetchText, type OutboundPolicy } from './outbound/index.ts';
export { swarm, type Swarm } from './swarm.ts';
export { PythonBridge, type PythonBridgeOptions, type PythonTarget } from './python/python-bridge.ts';
export type { PythonEvent } from './python/python-event.ts';
export type { LoadOptions, ReferenceLibrary } from './swarms-json/load-options.ts';
export { loadSwarmsFile } from './swarms-json/load-swarms-file.ts';
export { parseSwarmsJSON } from './swarms-json/parse-swarms-json.ts';
export { toSwarmJSON } from './swarms-json/to-swarm-json.ts';
export { type Cause, currentCause, withCause } from './task/cause.ts';
export type { ActionFact, ModelFact, ModelFailureReason, Observer } from './telemetry/observer.ts';
export { findTracer } from './telemetry/find-tracer.ts';
export { traceIdOf, toTraceparent } from './telemetry/traceparent.ts';
export type { PastCall, PastTurn } from './respond/past-turn.ts';
export type { Prices } from './respond/prices.ts';
