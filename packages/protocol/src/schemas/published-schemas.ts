import { z } from 'zod';
import { mailFrameWire } from '../frames/mail-frame.ts';
import {
  interswarmDeliveryWire,
  interswarmPostWire,
  interswarmReceiptWire,
  interswarmResultWire,
} from '../http/interswarm-bodies.ts';
import {
  manualPostWire,
  manualProposalWire,
  manualStepResultWire,
  manualStepWire,
  manualTaskWire,
} from '../http/manual-bodies.ts';
import { messageResultWire, postMessageWire } from '../http/message-bodies.ts';
import { responsesRequestWire } from '../http/responses-bodies.ts';
import {
  errorBodyWire,
  healthUpdateWire,
  healthWire,
  serverInfoWire,
  serverStatusWire,
  whoamiWire,
} from '../http/server-bodies.ts';
import {
  approveSwarmWire,
  discoverSwarmsWire,
  loadSwarmWire,
  peerListWire,
  registerSwarmWire,
  swarmChangedWire,
  swarmListWire,
  unregisterSwarmWire,
} from '../http/swarm-bodies.ts';
import {
  forkedTaskWire,
  forkTaskWire,
  taskLogSchema,
  uiOverviewWire,
  uiSwarmsWire,
  uiUsageWire,
} from '../http/studio-bodies.ts';
import { raiseBudgetWire, raiseRunBudgetWire, spendingWire } from '../http/budget-bodies.ts';
import { callResultsWire, taskListWire, taskQueryWire, taskRecordWire, taskStateWire } from '../http/task-bodies.ts';
import { uiAgentsWire, uiEventDumpWire, uiTaskListWire, uiTaskTitleWire, uiTaskWire } from '../http/ui-bodies.ts';
import { logEntrySchema } from '../log/log-entry.ts';
import { mailAddressWire } from '../messages/mail-address.ts';
import { mailBroadcastWire } from '../messages/mail-broadcast.ts';
import { mailInterruptWire } from '../messages/mail-interrupt.ts';
import { mailInterswarmMessageWire } from '../messages/mail-interswarm-message.ts';
import { mailMessageWire } from '../messages/mail-message.ts';
import { mailRequestWire } from '../messages/mail-request.ts';
import { mailResponseWire } from '../messages/mail-response.ts';

/** Every schema that ships as a file, by file name. */
const published: Record<string, z.ZodType> = {
  'mail-address': mailAddressWire.schema,
  'mail-request': mailRequestWire.schema,
  'mail-response': mailResponseWire.schema,
  'mail-broadcast': mailBroadcastWire.schema,
  'mail-interrupt': mailInterruptWire.schema,
  'mail-message': mailMessageWire.schema,
  'mail-interswarm-message': mailInterswarmMessageWire.schema,
  'mail-frame': mailFrameWire.schema,
  'log-entry': logEntrySchema,
  'post-message': postMessageWire.schema,
  'message-result': messageResultWire.schema,
  'task-record': taskRecordWire.schema,
  'task-list': taskListWire.schema,
  'task-query': taskQueryWire.schema,
  'task-state': taskStateWire.schema,
  'raise-budget': raiseBudgetWire.schema,
  'raise-run-budget': raiseRunBudgetWire.schema,
  spending: spendingWire.schema,
  'call-results': callResultsWire.schema,
  'server-info': serverInfoWire.schema,
  'server-status': serverStatusWire.schema,
  health: healthWire.schema,
  'health-update': healthUpdateWire.schema,
  whoami: whoamiWire.schema,
  'error-body': errorBodyWire.schema,
  'swarm-list': swarmListWire.schema,
  'register-swarm': registerSwarmWire.schema,
  'approve-swarm': approveSwarmWire.schema,
  'unregister-swarm': unregisterSwarmWire.schema,
  'discover-swarms': discoverSwarmsWire.schema,
  'peer-list': peerListWire.schema,
  'swarm-changed': swarmChangedWire.schema,
  'load-swarm': loadSwarmWire.schema,
  'interswarm-delivery': interswarmDeliveryWire.schema,
  'interswarm-receipt': interswarmReceiptWire.schema,
  'interswarm-post': interswarmPostWire.schema,
  'interswarm-result': interswarmResultWire.schema,
  'responses-request': responsesRequestWire.schema,
  'ui-agents': uiAgentsWire.schema,
  'ui-task-list': uiTaskListWire.schema,
  'ui-task': uiTaskWire.schema,
  'ui-task-title': uiTaskTitleWire.schema,
  'ui-event-dump': uiEventDumpWire.schema,
  'ui-swarms': uiSwarmsWire.schema,
  'ui-overview': uiOverviewWire.schema,
  'ui-usage': uiUsageWire.schema,
  'task-log': taskLogSchema,
  'fork-task': forkTaskWire.schema,
  'forked-task': forkedTaskWire.schema,
  'manual-post': manualPostWire.schema,
  'manual-task': manualTaskWire.schema,
  'manual-step': manualStepWire.schema,
  'manual-proposal': manualProposalWire.schema,
  'manual-step-result': manualStepResultWire.schema,
};

/** The JSON Schemas (draft 2020-12) that ship as `@posthouse/protocol/schemas/*.json`, by file name. */
export function toPublishedSchemas(): Record<string, object> {
  return Object.fromEntries(
    Object.entries(published).map(([name, schema]) => [
      `${name}.json`,
      z.toJSONSchema(schema, { target: 'draft-2020-12' }),
    ]),
  );
}
