import type { AnyAction } from '../definitions/action.ts';
import type { OutboundPolicy } from '../outbound/outbound-policy.ts';
import { fsActions } from './fs/fs-actions.ts';
import type { FSActionsOptions } from './fs/fs-options.ts';
import { httpActions } from './http/http-actions.ts';
import { interswarmActions } from './interswarm/interswarm-actions.ts';
import { mcpActions } from './mcp/mcp-actions.ts';

export type StdlibLibraryOptions = {
  /** Where the file actions may work. Without it there are none. */
  readonly fs?: FSActionsOptions;
  /** Which hosts the others may call; the public internet with limits by default. */
  readonly policy?: OutboundPolicy;
};

/**
 * All standard actions by the symbolic names that swarm files use for them, such as `stdlib/http:httpGet`.
 *
 * @example
 * const library = { actions: stdlibLibrary({ fs: { root: './data' } }), prompts: {} };
 */
export function stdlibLibrary({ fs, policy = {} }: StdlibLibraryOptions = {}): Record<string, AnyAction> {
  const folders: Record<string, readonly AnyAction[]> = {
    fs: fs === undefined ? [] : fsActions(fs),
    http: httpActions({ policy }),
    interswarm: interswarmActions({ policy }),
    mcp: mcpActions({ policy }),
  };
  return Object.fromEntries(
    Object.entries(folders).flatMap(([folder, actions]) =>
      actions.map((action) => [`stdlib/${folder}:${toCamelCase(action.name)}`, action]),
    ),
  );
}

function toCamelCase(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
