/**
 * `npm run structure [-- <src folder> …]`: how the source is cut, one column for each folder, so that two commits can
 * be compared. Counts, not judgements; what must hold is asserted in `layers.test.ts`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'oxc-parser';
import { ringsOfFolders } from './folder-rings.ts';

type Node = { readonly type: string } & { readonly [field: string]: unknown };

interface Measured {
  readonly file: string;
  readonly lines: number;
  readonly types: number;
  /** Types and functions whose name is a single word: a search for it finds many other things. */
  readonly oneWord: number;
  readonly exports: number;
  /** Name and number of members of the widest interface. */
  readonly widest: readonly [name: string, members: number];
  /** Files of the tree that this one names. */
  readonly imports: readonly string[];
}

const NONE = ['', 0] as const;
const TYPES: ReadonlySet<string> = new Set(['TSInterfaceDeclaration', 'TSTypeAliasDeclaration']);
const NAMED: ReadonlySet<string> = new Set([...TYPES, 'FunctionDeclaration', 'ClassDeclaration']);

export function structureOf(root: string): readonly (readonly [label: string, value: string])[] {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => file.split(path.sep).join('/'))
    .sort();
  const measured = files.map((file) => measure(file, readFileSync(path.join(root, file), 'utf8')));
  const importers = new Map<string, number>();
  for (const target of measured.flatMap(({ imports }) => [...new Set(imports)]))
    importers.set(target, (importers.get(target) ?? 0) + 1);
  const lines = sum(measured.map((one) => one.lines));
  const interfaces = measured.map(({ widest }) => widest).sort(([, one], [, other]) => other - one);
  const graph = new Map(measured.map(({ file, imports }) => [file, imports]));
  return [
    ['files', String(files.length)],
    ['lines', String(lines)],
    ['lines a file, median', String(median(measured.map((one) => one.lines)))],
    ['files under 25 lines', String(measured.filter((one) => one.lines < 25).length)],
    ['files with one importer', String([...importers.values()].filter((count) => count === 1).length)],
    ['types per 1,000 lines', ((sum(measured.map(({ types }) => types)) / lines) * 1000).toFixed(1)],
    ['names of one word', String(sum(measured.map(({ oneWord }) => oneWord)))],
    ['exports per 1,000 lines', ((sum(measured.map((one) => one.exports)) / lines) * 1000).toFixed(1)],
    [
      'widest interfaces',
      interfaces
        .slice(0, 3)
        .map(([name, members]) => `${name} ${members}`)
        .join(', '),
    ],
    [
      'folder rings',
      ringsOfFolders(graph)
        .map(({ parent }) => parent || 'src')
        .join(', ') || 'none',
    ],
    ['folders that name crons', foldersNaming(files, /cron|schedule/)],
    ['folders that name jobs', foldersNaming(files, /(^|\/|-)jobs?(\/|-|\.)/)],
    ['folders that name worktrees', foldersNaming(files, /worktree/)],
    ['folders that name undo', foldersNaming(files, /undo/)],
  ];
}

/** How many files are called after a feature, and in how many folders they lie; migrations left out. */
function foldersNaming(files: readonly string[], feature: RegExp): string {
  const named = files.filter((file) => feature.test(file));
  const folders = new Set(
    named.map((file) => file.replace(/^(features\/[^/]+\/).*/, '$1x')).map(path.posix.dirname),
  );
  return `${named.length} files in ${folders.size}`;
}

function measure(file: string, text: string): Measured {
  const { program } = parseSync(file, text);
  let types = 0;
  let oneWord = 0;
  let exports = 0;
  const interfaces: (readonly [string, number])[] = [];
  const imports: string[] = [];
  visit(program, (node) => {
    if (TYPES.has(node.type)) types += 1;
    if (hasOneWordName(node)) oneWord += 1;
    if (node.type === 'ExportNamedDeclaration') exports += 1;
    if (node.type === 'TSInterfaceDeclaration') interfaces.push([nameOf(node), membersOf(node)]);
    const source = sourceOf(node);
    if (source?.startsWith('.')) imports.push(path.posix.join(path.posix.dirname(file), source));
  });
  const [widest = NONE] = interfaces.sort(([, one], [, other]) => other - one);
  return {
    file,
    lines: text.replace(/\n$/, '').split('\n').length,
    types,
    oneWord,
    exports,
    widest,
    imports,
  };
}

function hasOneWordName(node: Node): boolean {
  return NAMED.has(node.type) && /^[A-Za-z][a-z]*$/.test(nameOf(node));
}

function visit(value: unknown, see: (node: Node) => void): void {
  if (Array.isArray(value)) for (const item of value) visit(item, see);
  else if (typeof value === 'object' && value !== null) {
    if ('type' in value && typeof value.type === 'string') see(value as Node);
    for (const child of Object.values(value)) visit(child, see);
  }
}

function membersOf({ body }: Node): number {
  return typeof body === 'object' && body !== null && 'body' in body && Array.isArray(body.body)
    ? body.body.length
    : 0;
}

function nameOf({ id }: Node): string {
  return typeof id === 'object' && id !== null && 'name' in id ? String(id.name) : '';
}

function sourceOf({ source }: Node): string | undefined {
  return typeof source === 'object' &&
    source !== null &&
    'value' in source &&
    typeof source.value === 'string'
    ? source.value
    : undefined;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

function median(numbers: readonly number[]): number {
  return [...numbers].sort((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0;
}

const roots = process.argv.slice(2);
const columns = (roots.length === 0 ? ['src'] : roots).map(structureOf);
for (const [index, [label]] of (columns[0] ?? []).entries()) {
  const values = columns.map((column) => column[index]?.[1] ?? '');
  console.log([label.padEnd(28), ...values.map((value) => value.padEnd(36))].join(' ').trimEnd());
}
