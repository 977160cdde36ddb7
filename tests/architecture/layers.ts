import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ringsOfFolders } from './folder-rings.ts';
import { type Import, readSource, type Source } from './read-source.ts';
import { findRing } from './rings.ts';

/** From the top down. Equal to the table in AGENTS.md, which a test compares with this list. */
export const LAYERS: readonly (readonly string[])[] = [
  ['main.ts', 'app.ts', 'app/', 'cli/'],
  ['features/'],
  ['gateway/'],
  ['agent/', 'tools/'],
  [
    'channels/',
    'cluster/',
    'front/',
    'models/',
    'processes/',
    'sandbox/',
    'git/',
    'files/',
    'store/',
    'settings/',
    'policy/',
    'pictures/',
    'code-reading/',
    'claude-files/',
    'telemetry/',
    'web/',
    'web-server/',
  ],
  ['contracts/'],
  ['core/'],
];

/** An alarm, not a knife: a file holds one idea, and an idea is not cut up to meet a number. */
const MAX_LINES = 500;
/** The composition root only wires; it is where a god object would begin. */
const MAX_LINES_OF_APP = 300;

type Tree = ReadonlyMap<string, Source>;

/** Every breach of the plan in the TypeScript files under `root`, as sentences that name file, line and mend. */
export function breachesIn(root: string): string[] {
  const tree = readTree(root);
  const breaches = [...tree].flatMap(([file, source]) => [
    ...breachOfPlace(file),
    ...breachesOfLength(file, source),
    ...breachesOfEnvironment(file, source),
    ...source.imports.flatMap((imported) => breachesOfImport(file, imported, tree)),
  ]);
  const ring = findRing(new Map([...tree].map(([file, source]) => [file, filesNamedBy(file, source)])));
  breaches.push(...breachesOfFolders(tree));
  if (ring === undefined) return breaches;
  const path = ring.map((file) => `src/${file}`).join(' -> ');
  return [
    ...breaches,
    `${path} is a ring of imports. Move what they share into a file that imports none of them.`,
  ];
}

/** How many TypeScript files there are under `root`. */
export function countFiles(root: string): number {
  return filesIn(root).length;
}

function readTree(root: string): Tree {
  return new Map(
    filesIn(root).map((file) => [file, readSource(file, readFileSync(path.join(root, file), 'utf8'))]),
  );
}

function filesIn(root: string): readonly string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.[cm]?tsx?$/.test(file))
    .map((file) => file.split(path.sep).join('/'))
    .sort();
}

/** `tools/read-lines.ts` lives in `tools/`; `app.ts` is a place of its own. */
function placeOf(file: string): string {
  const slash = file.indexOf('/');
  return slash === -1 ? file : file.slice(0, slash + 1);
}

/** 0 is the base; undefined for a place that is not in the plan. */
function layerOf(place: string): number | undefined {
  const fromTop = LAYERS.findIndex((places) => places.includes(place));
  return fromTop === -1 ? undefined : LAYERS.length - 1 - fromTop;
}

function breachOfPlace(file: string): string[] {
  const place = placeOf(file);
  if (layerOf(place) !== undefined) return [];
  return [
    `src/${file}: ${place} belongs to no layer. Move it, or give it a layer in LAYERS and in AGENTS.md.`,
  ];
}

function breachesOfLength(file: string, { lineCount }: Source): string[] {
  const most = file === 'app.ts' ? MAX_LINES_OF_APP : MAX_LINES;
  return lineCount <= most
    ? []
    : [`src/${file} has ${lineCount} lines, at most ${most} are allowed. Cut it in two.`];
}

function breachesOfEnvironment(file: string, { environmentLines }: Source): string[] {
  if (placeOf(file) === 'settings/') return [];
  return environmentLines.map(
    (line) =>
      `src/${file}:${line} reads process.env. Only settings/ may: add a field there and have it handed in.`,
  );
}

function breachesOfImport(file: string, { specifier, line }: Import, tree: Tree): string[] {
  const where = `src/${file}:${line}`;
  if (specifier === undefined)
    return [`${where} imports a computed name, which no test can judge. Write it out.`];
  const target = targetOf(file, specifier);
  if (target === undefined) return [];
  if (!tree.has(target) && !target.endsWith('.sql')) {
    return [
      `${where} imports '${specifier}', which is no file of src/. Name a file there, with its extension.`,
    ];
  }
  const breach = crossing(placeOf(file), placeOf(target)) ?? betweenFeatures(file, target);
  return breach === undefined ? [] : [`${where} imports '${specifier}': ${breach}`];
}

function crossing(from: string, to: string): string | undefined {
  const [own, other] = [layerOf(from), layerOf(to)];
  // Neighbours may know each other, as long as their folders make no ring.
  if (own === undefined || other === undefined || other <= own) return undefined;
  return `up from ${from} (layer ${own}) to ${to} (layer ${other}). Take a function of a contract and let app.ts supply it.`;
}

/** Features are listed in `features/index.ts`, and know nothing of each other. */
function betweenFeatures(file: string, target: string): string | undefined {
  const [own, other] = [featureOf(file), featureOf(target)];
  if (own === undefined || other === undefined || own === other) return undefined;
  return `the features ${own} and ${other} must not know each other. Move what they share down, or put a port between them.`;
}

function featureOf(file: string): string | undefined {
  return /^features\/([^/]+)\//.exec(file)?.[1];
}

/** Rings between sibling folders, as sentences. */
function breachesOfFolders(tree: Tree): string[] {
  const graph = new Map([...tree].map(([file, source]) => [file, filesNamedBy(file, source)]));
  return ringsOfFolders(graph).map(
    ({ parent, ring }) =>
      `the folders ${ring.join(' -> ')} in src/${parent} are a ring. Move what they share to one of them, or down.`,
  );
}

/** The file under `src/` that a specifier means; undefined for packages and for the program's own package.json. */
function targetOf(file: string, specifier: string): string | undefined {
  if (!/^(\.|\/|file:|#)/.test(specifier)) return undefined;
  const target = path.posix.join(path.posix.dirname(file), specifier);
  return target === '../package.json' ? undefined : target;
}

function filesNamedBy(file: string, { imports }: Source): string[] {
  return imports.flatMap(({ specifier }) => targetOf(file, specifier ?? '') ?? []);
}

/** The layers as a document draws them: rows `| 6 | \`gateway/\` | … |` below a heading with "Layers", top first. */
export function layersDrawnIn(markdown: string): string[][] {
  const section = /^#+ .*Layers.*\n([\s\S]*?)(?=^#|(?![\s\S]))/m.exec(markdown)?.[1] ?? '';
  const rows = section.matchAll(/^\|\s*(\d+)\s*\|([^|]*)\|/gm);
  return [...rows]
    .sort((one, other) => Number(other[1]) - Number(one[1]))
    .map((row) => [...(row[2] ?? '').matchAll(/`([^`]+)`/g)].map((name) => name[1] ?? ''));
}
