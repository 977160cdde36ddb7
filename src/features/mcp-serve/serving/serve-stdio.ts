import type { ServePorts } from './serve-ports.ts';
import { StreamsTransport, type TransportStreams } from './streams-transport.ts';
import { createToolServer } from './tool-server.ts';

/** Serves the program that started this one, until it closes our input, sends too much at once, or `signal` aborts. */
export async function serveStdio(
  token: string,
  streams: TransportStreams,
  ports: ServePorts,
  signal: AbortSignal,
): Promise<void> {
  const { serveSdk } = await import('./serve-sdk.ts');
  const server = createToolServer(token, ports, serveSdk);
  // Without the program that started it, this program would stay for ever.
  const over = new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
    server.onclose = resolve;
  });
  await server.connect(new StreamsTransport(streams, serveSdk));
  if (!signal.aborted) await over;
  await server.close();
}
