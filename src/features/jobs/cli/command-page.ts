import wrapAnsi from 'wrap-ansi';
import type { JsonObject } from '../../../core/json.ts';
import { type CatalogCommand, commandName } from '../catalog/catalog.ts';
import { branchesOf, propertiesOf, typesOf } from '../catalog/json-schema.ts';
import type { JobTexts } from '../texts/texts.ts';

/** Everything about one command for writing a task by hand, within so many columns. */
export function commandPage(command: CatalogCommand, words: JobTexts['catalog'], width: number): string {
  const { description, effect, input, required, output, examples } = command;
  const wrapped = (text: string, indent: string) => indented(text, indent, width);
  const parameters = [...propertiesOf(input)].map(([name, schema]) => {
    const mark = required.includes(name) ? words.required : words.optional;
    return wrapped(`${name} (${kindOf(schema)}, ${mark})${aboutOf(schema)}`, '  ');
  });
  const results = [...propertiesOf(output)].map(([name, schema]) =>
    wrapped(`{{task-0.output.${name}}} (${kindOf(schema)})`, '  '),
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

function indented(text: string, indent: string, width: number): string {
  const [first = '', ...more] = wrapAnsi(text, width - indent.length - 2, { hard: true }).split('\n');
  return [`${indent}${first}`, ...more.map((line) => `${indent}  ${line.trimStart()}`)].join('\n');
}

function aboutOf({ description }: JsonObject): string {
  return typeof description === 'string' ? `: ${description}` : '';
}

/** `string`, `integer 1..200`, `a|b`, `string[]`. */
function kindOf(schema: JsonObject): string {
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
