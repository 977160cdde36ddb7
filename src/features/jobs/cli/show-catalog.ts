import type { CliHost } from '../../../contracts/sub-command.ts';
import { Failure } from '../../../core/failure.ts';
import { nearestName } from '../../../core/nearest-name.ts';
import { tableOf } from '../../../core/table.ts';
import { widthOf } from '../../../core/terminal-size.ts';
import { texts } from '../../../core/texts/texts.ts';
import { type Catalog, type CatalogCommand, catalogOf, commandName, SERVICES } from '../catalog/catalog.ts';
import { type JobTexts, jobTexts } from '../texts/texts.ts';
import { commandPage } from './command-page.ts';
import type { CatalogOptions } from './options.ts';

/** @throws Failure `not-found` for a name that no service and no command has */
export async function showCatalog(
  { installation, output }: CliHost,
  name: string | undefined,
  { json }: CatalogOptions,
): Promise<void> {
  const { tools, locale } = await installation();
  const catalog = catalogOf(tools);
  const found = commandsNamed(name, catalog);
  if (json) {
    output.write(`${JSON.stringify(found.map(jsonOf), null, 2)}\n`);
    return;
  }
  const words = jobTexts(texts(locale)).catalog;
  const [first] = found;
  const width = widthOf(output);
  const text =
    first !== undefined && name === commandName(first)
      ? commandPage(first, words, width)
      : listOf(found, words, width);
  output.write(`${text}\n`);
}

function commandsNamed(name: string | undefined, { commands }: Catalog): readonly CatalogCommand[] {
  const found = commands.filter((one) => [undefined, one.service, commandName(one)].includes(name));
  if (name === undefined || found.length > 0) return found;
  const names = [...Object.keys(SERVICES), ...commands.map(commandName)];
  const near = nearestName(name, names);
  const hint =
    near === undefined ? `There are: ${Object.keys(SERVICES).join(', ')}.` : `Did you mean ${near}?`;
  throw new Failure('not-found', `There is no service and no command ${name}. ${hint}`);
}

function listOf(commands: readonly CatalogCommand[], words: JobTexts['catalog'], width: number): string {
  const services = [...new Set(commands.map(({ service }) => service))].toSorted();
  const table = tableOf(
    services.flatMap((service) => commands.filter((one) => one.service === service)),
    [
      { title: words.command, text: commandName },
      { title: words.effect, text: ({ effect }) => words.effects[effect] },
      { title: words.description, text: ({ description }) => description },
    ],
    width,
  );
  return `${table}\n\n${words.more}`;
}

function jsonOf({ tool, ...command }: CatalogCommand) {
  return { ...command, tool: tool.name };
}
