export type { MAILAgentEvent } from './agent-event.ts';
export { MAILLanguageModel } from './mail-language-model.ts';
export { createMAIL, mail, type MAILProvider } from './mail-provider.ts';
export { MAILTaskError } from './mail-task-error.ts';
export type { MAILAgentUsage, MAILProviderMetadata, MAILUsedBudget } from './metadata.ts';
export type { FetchFunction } from './platform.ts';
export type { MAILModelSettings, MAILProviderSettings } from './provider-settings.ts';
