import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import * as z from 'zod';
import { Failure, isFailure } from '../../../core/failure.ts';
import { compactSchema, type JsonObject } from '../../../core/json.ts';
import { wrongToken } from '../outside-call.ts';
import type { OutsideCaller, ServePorts } from './serve-ports.ts';
import type { ServeSdk } from './serve-sdk.ts';
import { type ServedTool, servedTools } from './served-tools.ts';

const INSTRUCTIONS =
  'Coding tasks on this machine. start_task, then wait_for_task until it has ended, then get_report. While it waits for a person, tell whoever asked you: only they can answer, on their phone or in their terminal.';

/** One MCP server for the holder of this token; the token is checked anew for each call. */
export function createToolServer(token: string, ports: ServePorts, sdk: ServeSdk): Server {
  const tools = new Map(servedTools().map((tool) => [tool.name, tool]));
  const server = new sdk.Server(
    { name: 'wasap-agent', version: ports.version },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  );
  server.setRequestHandler(sdk.ListToolsRequestSchema, () => ({
    tools: [...tools.values()].map(toolListing),
  }));
  server.setRequestHandler(sdk.CallToolRequestSchema, async ({ params }, { signal }) => {
    try {
      const tool = tools.get(params.name);
      const caller = callerWith(token, ports);
      if (tool === undefined)
        throw new Failure('not-found', 'There is no tool of this name. tools/list shows all.');
      const structuredContent = await tool.call(params.arguments, { caller, ports, signal });
      return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent };
    } catch (error) {
      if (!isFailure(error)) throw error;
      return { isError: true, content: [{ type: 'text', text: error.message }] };
    }
  });
  return server;
}

/** @throws Failure `denied` for a wrong token */
export function callerWith(token: string, { store }: Pick<ServePorts, 'store'>): OutsideCaller {
  const agent = store.outsideAgents.findByToken(token);
  if (agent === undefined) throw wrongToken();
  return { agent, token };
}

function toolListing({ name, description, input, onlyReads }: ServedTool) {
  const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as JsonObject;
  return {
    name,
    description,
    inputSchema: compactSchema(schema, { isClosed: false }) as { type: 'object' },
    annotations: { readOnlyHint: onlyReads, openWorldHint: false, destructiveHint: name === 'cancel_task' },
  };
}
