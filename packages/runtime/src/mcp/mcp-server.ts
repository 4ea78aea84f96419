import type { OutboundPolicy } from '../outbound/outbound-policy.ts';

/** A server that runs as a child process and speaks over its standard input and output. */
export type MCPStdioServer = {
  readonly type: 'stdio';
  readonly command: string;
  readonly args?: readonly string[];
  /** Added to the few variables every program needs (`PATH`, `HOME`, …); it gets no others of our environment. */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Where its standard error goes: nowhere by default. */
  readonly stderr?: 'ignore' | 'inherit';
};

/** A server that is reached over streamable HTTP. */
export type MCPHTTPServer = {
  readonly type: 'http';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Set it when the URL comes from data: every request then passes the outbound guard. Without it the URL counts as part
   * of the program; redirects are refused either way.
   */
  readonly policy?: OutboundPolicy;
};

/** How to reach an MCP server. */
export type MCPServer = MCPStdioServer | MCPHTTPServer;
