import type { OutsideAgentStore } from '../../../contracts/access.ts';
import type { CliHost } from '../../../contracts/sub-command.ts';
import { whileAsked } from '../../../core/command-line.ts';
import { Failure } from '../../../core/failure.ts';
import { type Locale, texts } from '../../../core/texts/texts.ts';
import { untilAborted } from '../../../core/waiting.ts';
import type { ServePorts } from '../serving/serve-ports.ts';
import { callerWith } from '../serving/tool-server.ts';
import { serveHttp, serveStdio } from '../serving/transports.ts';
import { mcpServeTexts } from '../texts/texts.ts';

export interface OpenedMcpServe {
  readonly locale: Locale;
  /** What MCP_SERVE_TOKEN holds. */
  readonly token: string | undefined;
  /** True when there are several projects to choose from. */
  readonly hasProjects: boolean;
  /** Names of the projects that are here now. */
  projectNames(): readonly string[];
  readonly agents: OutsideAgentStore;
  readonly ports: ServePorts;
  close(): void;
}

export type OpenMcpServe = (host: CliHost) => Promise<OpenedMcpServe>;

/**
 * Serves until the program that started it closes its input; with a port, until it is asked to end.
 * @throws Failure `denied` without a token that counts, `unavailable` for a port that is taken
 */
export async function serveMcp(host: CliHost, port: number | undefined, open: OpenMcpServe): Promise<void> {
  const opened = await open(host);
  try {
    await whileAsked((signal) =>
      port === undefined ? onStreams(host, opened, signal) : onPort(port, host, opened, signal),
    );
  } finally {
    opened.close();
  }
}

async function onStreams(
  { input, output }: CliHost,
  { token, ports, locale }: OpenedMcpServe,
  signal: AbortSignal,
): Promise<void> {
  if (token === undefined) throw new Failure('denied', mcpServeTexts(texts(locale)).serve.noToken);
  // A client shows why a server does not start, and hides what it says later.
  callerWith(token, ports);
  await serveStdio(token, { input, output }, ports, signal);
}

async function onPort(
  port: number,
  { errors }: CliHost,
  { ports, locale }: OpenedMcpServe,
  signal: AbortSignal,
): Promise<void> {
  const words = mcpServeTexts(texts(locale)).serve;
  const endpoint = await serveHttp(port, ports);
  if (typeof endpoint === 'string') throw new Failure('unavailable', words.portTaken(port, endpoint));
  errors.write(`${words.listens(`http://127.0.0.1:${endpoint.port}/mcp`)}\n`);
  await untilAborted(signal);
  await endpoint.close();
}
