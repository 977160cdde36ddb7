import type { CliHost } from '../../../contracts/sub-command.ts';
import { whileAsked } from '../../../core/command-line.ts';
import { isFailure, sentenceIn } from '../../../core/failure.ts';
import { tableOf, widthOf } from '../../../core/terminal-output.ts';
import { type Locale, texts } from '../../../core/texts/texts.ts';
import { escapeHidden } from '../../../policy/display.ts';
import { faultLine } from '../commands/server-lines.ts';
import type { McpConnections } from '../connection/connections.ts';
import type { Logins } from '../connection/login.ts';
import type { KnownServer, Servers } from '../servers.ts';
import { type McpTexts, mcpTexts } from '../texts/texts.ts';

/** The servers of a project, with the sandbox, the policy and the decisions of its tasks. */
interface OpenedMcp {
  /** Canonical path of the project. */
  readonly project: string;
  readonly locale: Locale;
  readonly servers: Servers;
  readonly connections: McpConnections;
  readonly logins: Logins;
  /** Ends all servers. */
  close(): Promise<void>;
}

export type OpenMcp = (host: CliHost, workspace: string) => Promise<OpenedMcp>;

export async function listServers(
  host: CliHost,
  { workspace = process.cwd() }: { readonly workspace?: string },
  open: OpenMcp,
): Promise<void> {
  const { project, locale, servers, close } = await open(host, workspace);
  const { known, faults } = await servers.inProject(project);
  await close();
  const words = mcpTexts(texts(locale));
  const table = known.length === 0 ? [] : [serverTable(known, { locale, words }, widthOf(host.output))];
  const lines = [...table, ...faults.map((one) => faultLine(one, words.list))];
  host.output.write(`${lines.length === 0 ? words.list.none : lines.join('\n')}\n`);
}

interface ServerListTexts {
  readonly locale: Locale;
  readonly words: McpTexts;
}

function serverTable(known: readonly KnownServer[], reader: ServerListTexts, width: number): string {
  const { cli } = reader.words;
  return tableOf(
    known,
    [
      { title: cli.name, text: ({ server }) => server.name },
      { title: cli.from, text: ({ server }) => server.file },
      { title: cli.state, text: ({ standing }) => stateText(standing, reader) },
    ],
    width,
  );
}

function stateText(standing: KnownServer['standing'], { locale, words }: ServerListTexts): string {
  return standing.kind === 'refused' ? escapeHidden(standing.why(locale)) : words.cli[standing.kind];
}

const EXIT_FAILED = 1;

/** Starts servers one after the other, as a task would. @returns the exit code */
export async function testServers(
  host: CliHost,
  {
    workspace = process.cwd(),
    name,
  }: { readonly workspace?: string | undefined; readonly name: string | undefined },
  open: OpenMcp,
): Promise<number> {
  const mcp = await open(host, workspace);
  const words = mcpTexts(texts(mcp.locale));
  try {
    const { known, faults } = await mcp.servers.inProject(mcp.project);
    const meant = known.filter(({ server }) => name === undefined || server.name === name);
    const broken = faults.filter((one) => name === undefined || (meant.length === 0 && one.name === name));
    if (meant.length + broken.length === 0) {
      host.output.write(`${name === undefined ? words.list.none : words.cli.noSuch(escapeHidden(name))}\n`);
      return name === undefined ? 0 : EXIT_FAILED;
    }
    for (const one of broken) host.output.write(`${faultLine(one, words.list)}\n`);
    let failed = broken.length;
    for (const one of meant) {
      const { line, isWell } = await whileAsked((signal) => testServer(one, { mcp, words, signal }));
      host.output.write(`${line}\n`);
      if (!isWell) failed += 1;
    }
    return failed === 0 ? 0 : EXIT_FAILED;
  } finally {
    await mcp.close();
  }
}

async function testServer(
  { server, standing }: KnownServer,
  {
    mcp: { connections, project, locale },
    words,
    signal,
  }: { readonly mcp: OpenedMcp; readonly words: McpTexts; readonly signal: AbortSignal },
): Promise<{ readonly line: string; readonly isWell: boolean }> {
  if (standing.kind !== 'usable')
    return { line: `➖ ${server.name}: ${stateText(standing, { locale, words })}`, isWell: true };
  const fromMs = performance.now();
  try {
    const request = { server, launch: standing.launch, folder: project };
    const { tools } = await connections.use(request, (connection) => connection.list(signal), signal);
    const tookMs = Math.round(performance.now() - fromMs);
    return { line: words.cli.works(server.name, tools.length, tookMs), isWell: true };
  } catch (error) {
    if (!isFailure(error)) throw error;
    return { line: `❌ ${server.name}: ${sentenceIn(locale, error)}`, isWell: false };
  }
}
