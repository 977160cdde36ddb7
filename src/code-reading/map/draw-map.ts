import { createHash } from 'node:crypto';
import type { CodeReader, MapSymbol } from '../../contracts/code.ts';
import type { Declaration } from './declarations.ts';
import { type IndexedFile, readIndex, writeIndex } from './index-file.ts';
import { type FileKind, kindsOf } from './kinds.ts';
import { type FoundFile, readFileFor, readInside, UNREAD } from './known-files.ts';
import type { MapOrder } from './map-process.ts';
import type { StoredFile } from './map-store.ts';
import { type KnownFile, rankFiles, recencyOf } from './rank.ts';
import { mostTelling, symbolsIn } from './symbols.ts';
import { Words } from './words.ts';

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
): Promise<readonly StoredFile[]> {
  const indexed = order.indexFile === undefined ? NOTHING_KNOWN : readIndex(order.indexFile);
  const readings = new Map<string, IndexedFile>();
  for (const file of readOneByOne(order, indexed)) readings.set(file.path, file);
  const before = new Map(order.before.map((file) => [file.path, file]));
  const endMs = performance.now() + MAX_GRAMMAR_MS;
  const drawn: StoredFile[] = [];
  for (const file of rankedFiles(order, readings)) {
    const known = before.get(file.path);
    const worth = createHash('sha256').update(file.values.join()).digest('base64url');
    if (known?.state === file.state && known.worth === worth) {
      drawn.push(known);
      continue;
    }
    const all = await symbolsOf(file, performance.now() > endMs ? undefined : code);
    const { symbols, more } = mostTelling(all, file.values);
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
  const words = new Words();
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

function kindsByPath(files: readonly FoundFile[]): ReadonlyMap<string, FileKind> {
  const paths = files.map(({ path }) => path);
  const kinds = kindsOf(paths);
  return new Map(paths.map((path, at) => [path, kinds[at] ?? 'own']));
}

const READ_ORDER: Readonly<Record<FileKind, number>> = { own: 0, aside: 1, test: 2, made: 3 };

/** Generated and foreign files are not read at all. */
function likeliestFirst(
  files: readonly FoundFile[],
  recent: ReadonlyMap<string, number>,
): readonly FoundFile[] {
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

function asStored(symbol: MapSymbol): StoredFile['symbols'][number] {
  return { ...symbol, members: [...symbol.members] };
}

function readSource(root: string, path: string): string {
  const bytes = readInside(root, path);
  return bytes === undefined || bytes.length > MAX_TEXT ? '' : bytes.toString('utf8');
}
