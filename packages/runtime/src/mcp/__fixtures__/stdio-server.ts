import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { sampleServer } from './sample-server.ts';

await sampleServer().connect(new StdioServerTransport());
