export { fsActions } from './fs/fs-actions.ts';
export type { FSActionsOptions } from './fs/fs-options.ts';
export { httpActions, type HTTPActionsOptions } from './http/http-actions.ts';
export { interswarmActions, type InterswarmActionsOptions } from './interswarm/interswarm-actions.ts';
export { mcpActions, type MCPActionsOptions } from './mcp/mcp-actions.ts';
export { stdlibLibrary, type StdlibLibraryOptions } from './stdlib-library.ts';
