import type { CliHost } from '../../../contracts/sub-command.ts';
import { tableOf, widthOf } from '../../../core/terminal-output.ts';
import { type Locale, texts } from '../../../core/texts/texts.ts';
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

export function stateText(standing: KnownServer['standing'], { locale, words }: ServerListTexts): string {
  return standing.kind === 'refused' ? escapeHidden(standing.why(locale)) : words.cli[standing.kind];
}
