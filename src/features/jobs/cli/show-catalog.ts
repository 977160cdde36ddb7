import wrapAnsi from 'wrap-ansi';
import type { CliHost } from '../../../contracts/sub-command.ts';
import { Failure } from '../../../core/failure.ts';
import type { JsonObject } from '../../../core/json.ts';
import { nearestName } from '../../../core/nearest-name.ts';
import { tableOf, widthOf } from '../../../core/terminal-output.ts';
import { texts } from '../../../core/texts/texts.ts';
import { type Catalog, type CatalogCommand, catalogOf, commandName, SERVICES } from '../catalog/catalog.ts';
import { branchesOf, propertiesOf, typesOf } from '../catalog/json-schema.ts';
import { type JobTexts, jobTexts } from '../texts/texts.ts';
import type { CatalogOptions } from './options.ts';

/** @throws Failure `not-found` for a name that no service and no command has */
export async function showCatalog(
  { installation, output }: CliHost,
  name: string | undefined,
  { json }: CatalogOptions,
): Promise<void> {
  const { tools, locale } = await installation();
  const catalog = catalogOf(tools);
  const words = jobTexts(texts(locale)).catalog;
  const found = commandsNamed(name, catalog, words);
  if (json) {
    output.write(`${JSON.stringify(found.map(jsonOf), null, 2)}\n`);
    return;
  }
  const [first] = found;
  const width = widthOf(output);
  const text =
    first !== undefined && name === commandName(first)
      ? commandPage(first, words, width)
      : catalogText(found, words, width);
  output.write(`${text}\n`);
}

function commandsNamed(
  name: string | undefined,
  { commands }: Catalog,
  words: JobTexts['catalog'],
): readonly CatalogCommand[] {
  const found = commands.filter((one) => [undefined, one.service, commandName(one)].includes(name));
  if (name === undefined || found.length > 0) return found;
  const names = [...Object.keys(SERVICES), ...commands.map(commandName)];
  const near = nearestName(name, names);
  const hint = near === undefined ? words.services(Object.keys(SERVICES).join(', ')) : words.near(near);
  throw new Failure('not-found', `${words.unknown(name)} ${hint}`);
}

function catalogText(commands: readonly CatalogCommand[], words: JobTexts['catalog'], width: number): string {
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

/** Everything about one command for writing a task by hand, within so many columns. */
function commandPage(command: CatalogCommand, words: JobTexts['catalog'], width: number): string {
  const { description, effect, input, required, output, examples } = command;
  const wrapped = (text: string, indent: string) => wrapWithIndent(text, indent, width);
  const parameters = [...propertiesOf(input)].map(([name, schema]) => {
    const mark = required.includes(name) ? words.required : words.optional;
    return wrapped(`${name} (${schemaText(schema)}, ${mark})${aboutOf(schema)}`, '  ');
  });
  const results = [...propertiesOf(output)].map(([name, schema]) =>
    wrapped(`{{task-0.output.${name}}} (${schemaText(schema)})`, '  '),
  );
  const shown = examples.flatMap((example) => [
    wrapped(`${example.description}:`, '  '),
    wrapped(JSON.stringify(example.input), '    '),
  ]);
  return [
    `${commandName(command)} · ${words.effects[effect]}`,
    wrapped(description, ''),
    '',
    words.input,
    ...(parameters.length === 0 ? [`  ${words.nothing}`] : parameters),
    '',
    words.output,
    ...results,
    '',
    words.examples,
    ...shown,
  ].join('\n');
}

function wrapWithIndent(text: string, indent: string, width: number): string {
  const [first = '', ...more] = wrapAnsi(text, width - indent.length - 2, { hard: true }).split('\n');
  return [`${indent}${first}`, ...more.map((line) => `${indent}  ${line.trimStart()}`)].join('\n');
}

function aboutOf({ description }: JsonObject): string {
  return typeof description === 'string' ? `: ${description}` : '';
}

/** `string`, `integer 1..200`, `a|b`, `string[]`. */
function schemaText(schema: JsonObject): string {
  const kinds = branchesOf(schema).map((branch) => {
    if (Array.isArray(branch.enum)) return branch.enum.map(String).join('|');
    if (branch.const !== undefined) return JSON.stringify(branch.const);
    return `${typesOf(branch).join('|')}${rangeOf(branch)}`;
  });
  return kinds.join('|');
}

function rangeOf({ minimum, maximum }: JsonObject): string {
  if (minimum === undefined && maximum === undefined) return '';
  return ` ${String(minimum ?? '')}..${String(maximum ?? '')}`;
}
