import type { McpPorts } from '../../src/features/mcp/mcp-feature.ts';

const notHere = () => {
  throw new Error('no MCP server is reached in this test');
};

/** No folder, so no server; reaching for one fails the test. */
export const NO_MCP: McpPorts = {
  config: '/nonexistent',
  policy: { judge: notHere },
  environment: {},
  learn: () => undefined,
  figures: { countCall: notHere },
  sandbox: { state: async () => ({ kind: 'on', name: 'bubblewrap', version: '0.8.0' }) },
  sentFiles: { hasVision: () => false, keepImage: notHere },
  connections: {
    use: notHere,
    stateOf: () => 'resting',
    end: notHere,
    close: async () => undefined,
  },
};
