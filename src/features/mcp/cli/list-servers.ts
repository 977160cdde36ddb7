import type { CliHost } from '../../../contracts/sub-command.ts';
import { tableOf } from '../../../core/table.ts';
import { widthOf } from '../../../core/terminal-size.ts';
import { texts } from '../../../core/texts/texts.ts';
import { escapeHidden } from '../../../policy/display.ts';
import { faultLine } from '../commands/server-lines.ts';
import type { KnownServer } from '../servers.ts';
import { type McpTexts, mcpTexts } from '../texts/texts.ts';
import type { OpenMcp } from './open-mcp.ts';

export async function listServers(
  host: CliHost,
  { workspace = process.cwd() }: { readonly workspace?: string },
  open: OpenMcp,
): Promise<void> {
  const { project, locale, servers, close } = await open(host, workspace);
  const { known, faults } = await servers.inProject(project);
  await close();
  const words = mcpTexts(texts(locale));
  const table = known.length === 0 ? words.list.none : serverTable(known, words, widthOf(host.output));
  host.output.write(`${[table, ...faults.map(faultLine)].join('\n')}\n`);
}

function serverTable(known: readonly KnownServer[], words: McpTexts, width: number): string {
  return tableOf(
    known,
    [
      { title: words.cli.name, text: ({ server }) => server.name },
      { title: words.cli.from, text: ({ server }) => server.file },
      { title: words.cli.state, text: ({ standing }) => stateText(standing, words) },
    ],
    width,
  );
}

export function stateText(standing: KnownServer['standing'], { cli }: McpTexts): string {
  return standing.kind === 'refused' ? escapeHidden(standing.why) : cli[standing.kind];
}
