import { auth, UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import {
  StreamableHTTPClientTransport,
  StreamableHTTPError,
} from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ReadBuffer, serializeMessage } from '@modelcontextprotocol/sdk/shared/stdio.js';
import {
  CallToolResultSchema,
  ErrorCode,
  GetPromptResultSchema,
  ListPromptsResultSchema,
  ListRootsRequestSchema,
  ListToolsResultSchema,
  McpError,
  PromptListChangedNotificationSchema,
  ReadResourceResultSchema,
  ToolListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';

/**
 * All that is used of the official client library. It is loaded with the first server, never before: the build makes
 * one file of this module, which nothing of ours may be part of.
 */
export const sdk = {
  auth,
  CallToolResultSchema,
  Client,
  ErrorCode,
  GetPromptResultSchema,
  ListPromptsResultSchema,
  ListRootsRequestSchema,
  ListToolsResultSchema,
  McpError,
  PromptListChangedNotificationSchema,
  ReadBuffer,
  ReadResourceResultSchema,
  serializeMessage,
  StreamableHTTPClientTransport,
  StreamableHTTPError,
  ToolListChangedNotificationSchema,
  UnauthorizedError,
} as const;

export type Sdk = typeof sdk;
