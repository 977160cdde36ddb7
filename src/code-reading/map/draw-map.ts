import { createHash } from 'node:crypto';
import type { CodeReader, MapSymbol, Outline, OutlineItem } from '../../contracts/code.ts';
import { holdsMembers } from '../rule.ts';
import type { Declaration } from './declarations.ts';
import type { MapOrder } from './map-process.ts';
import { type IndexedFile, type MappedFile, readIndex, writeIndex } from './map-store.ts';
import { type KnownFile, rankFiles, recencyOf } from './rank.ts';
import {
  type FileKind,
  kindsOf,
  readFileFor,
  readInside,
  type SourceFileStat,
  UNREAD,
} from './source-files.ts';
import { SourceWords } from './words.ts';

/** Limit for all files together: 16 MB. */
const MAX_WORDS = 4_000_000;
const MAX_READING_MS = 15_000;
/** Later files of the ranking are described by their words alone. */
const MAX_GRAMMAR_MS = 10_000;
/** A grammar is not given more of one file, in bytes. */
const MAX_TEXT = 200_000;

/** Reads what is not known yet, ranks all files, has grammars read the first ones, and keeps what was read. */
export async function drawMap(
  order: MapOrder,
  code: Pick<CodeReader, 'outline'>,
): Promise<readonly MappedFile[]> {
  const indexed = order.indexFile === undefined ? NOTHING_KNOWN : readIndex(order.indexFile);
  const readings = new Map<string, IndexedFile>();
  for (const file of readOneByOne(order, indexed)) readings.set(file.path, file);
  const before = new Map(order.before.map((file) => [file.path, file]));
  const endMs = performance.now() + MAX_GRAMMAR_MS;
  const drawn: MappedFile[] = [];
  for (const file of rankedFiles(order, readings)) {
    const known = before.get(file.path);
    const worth = createHash('sha256').update(file.values.join()).digest('base64url');
    if (known?.state === file.state && known.worth === worth) {
      drawn.push(known);
      continue;
    }
    const all = await symbolsOf(file, performance.now() > endMs ? undefined : code);
    const { symbols, more } = mostUseful(all, file.values);
    drawn.push({ path: file.path, state: file.state, symbols: symbols.map(asStored), more, worth });
  }
  const isSame =
    indexed.size === readings.size &&
    [...readings.values()].every(({ path, state }) => indexed.get(path)?.state === state);
  if (order.indexFile !== undefined && !isSame) writeIndex(order.indexFile, [...readings.values()]);
  return drawn;
}

const NOTHING_KNOWN: ReadonlyMap<string, IndexedFile> = new Map();

/** Reads files within the limits for all of them together, the likeliest ones first. */
function* readOneByOne(
  { root, files, recent }: MapOrder,
  indexed: ReadonlyMap<string, IndexedFile>,
): Generator<IndexedFile> {
  const words = new SourceWords();
  const endMs = performance.now() + MAX_READING_MS;
  let wordCount = 0;
  for (const file of likeliestFirst(files, recencyOf(recent))) {
    if (wordCount >= MAX_WORDS || performance.now() > endMs) return;
    const { path, state } = file;
    const before = indexed.get(path);
    const reading = before?.state === state ? before.reading : readFileFor(root, file, words);
    wordCount += reading.words.length;
    yield { path, state, reading };
  }
}

function kindsByPath(files: readonly SourceFileStat[]): ReadonlyMap<string, FileKind> {
  const paths = files.map(({ path }) => path);
  const kinds = kindsOf(paths);
  return new Map(paths.map((path, at) => [path, kinds[at] ?? 'own']));
}

const READ_ORDER: Readonly<Record<FileKind, number>> = { own: 0, aside: 1, test: 2, made: 3 };

/** Generated and foreign files are not read at all. */
function likeliestFirst(
  files: readonly SourceFileStat[],
  recent: ReadonlyMap<string, number>,
): readonly SourceFileStat[] {
  const kinds = kindsByPath(files);
  return files
    .map((file) => ({
      file,
      order: READ_ORDER[kinds.get(file.path) ?? 'made'],
      recent: recent.get(file.path) ?? 0,
      depth: file.path.split('/').length,
    }))
    .filter(({ order }) => order < READ_ORDER.made)
    .sort((a, b) => a.order - b.order || b.recent - a.recent || a.depth - b.depth)
    .map(({ file }) => file);
}

interface RankedFile {
  readonly path: string;
  readonly state: string;
  readonly declared: readonly Declaration[];
  readonly values: readonly number[];
  /** For a grammar to read; empty = none reads it. */
  readonly text: string;
}

function* rankedFiles(
  { root, files, recent, most }: MapOrder,
  readings: ReadonlyMap<string, IndexedFile>,
): Generator<RankedFile> {
  const kinds = kindsByPath(files);
  const known = files.map(({ path }): KnownFile => {
    const { isMade, declared, words } = readings.get(path)?.reading ?? UNREAD;
    return { path, kind: isMade ? 'made' : (kinds.get(path) ?? 'own'), declared, words };
  });
  for (const { index, values } of rankFiles(known, recencyOf(recent)).slice(0, most)) {
    const [found, file] = [files[index], known[index]];
    if (found === undefined || file === undefined) continue;
    const text = file.kind === 'made' ? '' : readSource(root, file.path);
    yield { path: file.path, state: found.state, declared: file.declared, values, text };
  }
}

async function symbolsOf(
  { path, declared, text }: RankedFile,
  code: Pick<CodeReader, 'outline'> | undefined,
): Promise<readonly MapSymbol[]> {
  if (text === '' || code === undefined) return symbolsIn(declared, undefined);
  const outline = await code.outline(path, text);
  return symbolsIn(declared, outline.language === undefined ? undefined : outline);
}

function asStored(symbol: MapSymbol): MappedFile['symbols'][number] {
  return { ...symbol, members: [...symbol.members] };
}

function readSource(root: string, path: string): string {
  const bytes = readInside(root, path);
  return bytes === undefined || bytes.length > MAX_TEXT ? '' : bytes.toString('utf8');
}

/** Named of one file, and of one class. */
const MAX_SYMBOLS = 5;
const MAX_MEMBERS = 4;
/** Least value, relative to the first one, for being named. */
const MIN_SHARE = 0.4;
/** How far apart the two starting lines may be, because of decorators and doc comments. */
const APART = 3;
const NOT_TOLD = /^(?:[_#]|constructor$|init$|initialize$|new$|default$)/;
const TRANSPARENT = ['namespace', 'module'];
const NOT_DECLARED = ['block', 'heading'];

/**
 * Declarations of a file, in its order.
 * @param outline of the same text; without it there are no ends and no members
 */
export function symbolsIn(
  declared: readonly Declaration[],
  outline: Outline | undefined,
): readonly MapSymbol[] {
  const items = (outline?.items ?? []).filter(({ kind }) => !NOT_DECLARED.includes(kind));
  const all = declared.length > 0 ? declared : topLevelOf(items);
  return all.map((one) => symbolOf(one, items));
}

interface UsefulSymbols {
  readonly symbols: readonly MapSymbol[];
  /** How many were left out. */
  readonly more: number;
}

/** The symbols that are worth most, in the order of the file. `values`: what each is worth, in the same order. */
export function mostUseful(all: readonly MapSymbol[], values: readonly number[]): UsefulSymbols {
  const best = all
    .map((symbol, place) => ({ symbol, place, value: values[place] ?? 0 }))
    .sort((a, b) => b.value - a.value || a.place - b.place)
    .filter(({ value }, _, [first]) => value >= (first?.value ?? 0) * MIN_SHARE)
    .slice(0, MAX_SYMBOLS)
    .sort((a, b) => a.place - b.place);
  return { symbols: best.map(({ symbol }) => symbol), more: all.length - best.length };
}

/** Declarations of a file in which no pattern found anything. */
function topLevelOf(items: readonly OutlineItem[]): readonly Declaration[] {
  const wrapped = new Set(
    items.filter(({ kind }) => TRANSPARENT.includes(kind)).map(({ depth }) => depth + 1),
  );
  const named = items.filter(
    ({ name, kind, depth }) =>
      !NOT_TOLD.test(name) && !TRANSPARENT.includes(kind) && (depth === 0 || wrapped.has(depth)),
  );
  return named.map(({ name, start }) => ({ name, line: start }));
}

function symbolOf({ name, line }: Declaration, items: readonly OutlineItem[]): MapSymbol {
  const item = items.find((one) => one.name === name && Math.abs(one.start - line) <= APART);
  if (item === undefined) return { name, start: line, end: undefined, members: [] };
  const bodies = [item, ...items.filter(({ kind, name: of }) => kind === 'impl' && of === name)];
  const members = bodies.flatMap((body) => membersIn(body, items));
  return { name, start: item.start, end: item.end, members: [...new Set(members)].slice(0, MAX_MEMBERS) };
}

function membersIn(holder: OutlineItem, items: readonly OutlineItem[]): readonly string[] {
  if (!holdsMembers(holder.kind)) return [];
  return items
    .filter(
      ({ kind, depth, start, end, name }) =>
        (kind === 'method' || kind === 'function') &&
        depth === holder.depth + 1 &&
        start >= holder.start &&
        end <= holder.end &&
        !NOT_TOLD.test(name),
    )
    .map(({ name }) => name);
}
