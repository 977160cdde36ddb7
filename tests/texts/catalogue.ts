import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { faultTexts as englishFaults } from '../../src/core/texts/en/faults.ts';
import { faultTexts as spanishFaults } from '../../src/core/texts/es/faults.ts';
import { type Locale, texts } from '../../src/core/texts/texts.ts';
import { variableNames, variableOf } from '../../src/settings/variables.ts';
import { tools } from '../../src/tools/index.ts';

/** One text of the catalogue: a sentence, or a function that builds one from what it is given. */
export type Entry = readonly [name: string, text: unknown];

interface OwnTexts {
  readonly folder: string;
  readonly texts: Readonly<Record<string, unknown>>;
}

const SOURCE = join(import.meta.dirname, '../../src');

/** Take facts by name instead of words in order; the tests of the terminal and of the secretary show them. */
const OF_FACTS = ['console.greeting', 'secretary.finding.best', 'secretary.finding.alternative'];

/** Every text in this language by its name: those of the program, and of each folder that has a `texts/texts.ts`. */
export async function catalogueOf(locale: Locale): Promise<readonly Entry[]> {
  const program = texts(locale);
  const owned = await Promise.all(ownersOfTexts().map((folder) => textsIn(folder, locale)));
  const faults = { faults: locale === 'es' ? spanishFaults : englishFaults };
  return entriesOf(joined({ ...program, ...faults }, owned)).filter(([name]) => !OF_FACTS.includes(name));
}

/** What `--help` of each sub-command says in this language, by its file. */
export async function helpOf(locale: Locale): Promise<readonly Entry[]> {
  const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('-help.ts'),
  );
  const helps = await Promise.all(
    files.toSorted().map(async (file) => {
      const module: Record<string, Readonly<Record<Locale, unknown>>> = await import(
        pathToFileURL(join(SOURCE, file)).href
      );
      return Object.entries(module).flatMap(([name, languages]) => entriesOf(languages[locale], name));
    }),
  );
  return helps.flat();
}

/** What each variable is for, and what the card says of a tool at work, in this language. */
export function labelsOf(locale: Locale): readonly Entry[] {
  const settings = variableNames().map((name): Entry => [`settings.${name}`, variableOf(name)[locale]]);
  const doing = tools.map(({ name, doing }): Entry => [`doing.${name}`, doing[locale]]);
  return [...settings, ...doing];
}

/** Where two folders have the same name, the second one has its path: none may hide the texts of another. */
function joined(program: object, owned: readonly OwnTexts[]): Record<string, unknown> {
  const all: Record<string, unknown> = { ...program };
  for (const { folder, texts: own } of owned)
    for (const [name, entries] of Object.entries(own))
      if (all[name] !== entries) all[name in all ? `${folder}.${name}` : name] = entries;
  return all;
}

function ownersOfTexts(): readonly string[] {
  return readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(join('texts', 'texts.ts')) && !file.startsWith('core'))
    .map((file) => dirname(dirname(file)))
    .sort();
}

/** What the folder's one selector gives: `…Texts` its texts, `…Words` these by their names. */
async function textsIn(folder: string, locale: Locale): Promise<OwnTexts> {
  const module: Record<string, unknown> = await import(
    pathToFileURL(join(SOURCE, folder, 'texts/texts.ts')).href
  );
  const [name, select] = Object.entries(module).find(([key]) => /(Texts|Words)$/.test(key)) ?? [];
  if (name === undefined || typeof select !== 'function')
    throw new Error(`${folder}/texts exports no selector.`);
  const own = Reflect.apply(select, undefined, [locale]);
  return { folder, texts: name.endsWith('Words') ? own : { [basename(folder)]: own } };
}

function entriesOf(value: unknown, name = ''): readonly Entry[] {
  if (typeof value !== 'object' || value === null) return [[name, value]];
  return Object.entries(value).flatMap(([key, inner]) =>
    entriesOf(inner, name === '' ? key : `${name}.${key}`),
  );
}

/** The marks that stand for what a text is given: `<0>`, `<1>` … */
export function marksOf(text: unknown): readonly string[] {
  return typeof text === 'function' ? Array.from({ length: text.length }, (_, index) => `<${index}>`) : [];
}

/** The text, with marks in the place of what it is given, so that they can be found again. */
export function filled(text: unknown): string {
  if (typeof text === 'string') return text;
  if (typeof text !== 'function') return '';
  return String(Reflect.apply(text, undefined, marksOf(text)));
}
