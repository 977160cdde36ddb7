import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { ReadBuffer, serializeMessage } from '@modelcontextprotocol/sdk/shared/stdio.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';

/** All that is used of the official library to be a server. The build makes one file of this module. */
export const serveSdk = {
  CallToolRequestSchema,
  ListToolsRequestSchema,
  ReadBuffer,
  Server,
  serializeMessage,
  StreamableHTTPServerTransport,
} as const;

export type ServeSdk = typeof serveSdk;
