import { type IndexedFile, readIndex, writeIndex } from './index-file.ts';
import { type FileKind, kindsOf } from './kinds.ts';
import { type FoundFile, readFileFor, readInside, UNREAD } from './known-files.ts';
import type { MapAnswer, MapOrder, TopFile } from './map-orders.ts';
import { type KnownFile, rankFiles, recencyOf } from './rank.ts';
import { Words } from './words.ts';

/** Of all files together: 16 MB. */
const MOST_WORDS = 4_000_000;
const LONGEST_MS = 20_000;
/** Reading goes on at least so long before there is a first answer: one of a handful of files would be of no use. */
const LEAST_MS = 80;
/** A grammar is not given more of one file, in bytes. */
const MOST_TEXT = 200_000;

/** Reads what is not known yet, the likeliest files first, and answers once or twice: in time, and when all is read. */
export function drawMap(order: MapOrder, answer: (map: MapAnswer) => void): void {
  const project = projectOf(order);
  const indexed = order.indexFile === undefined ? NOTHING_KNOWN : readIndex(order.indexFile);
  const readings = new Map<string, IndexedFile>();
  const answerByMs = Math.max(order.answerByMs, Date.now() + LEAST_MS);
  let hasAnswered = false;
  for (const file of readOneByOne(project, indexed)) {
    readings.set(file.path, file);
    if (hasAnswered || Date.now() <= answerByMs) continue;
    hasAnswered = true;
    answer(rankedMap(project, readings, false));
  }
  answer(rankedMap(project, readings, true));
  const isSame =
    indexed.size === readings.size &&
    [...readings.values()].every(({ path, state }) => indexed.get(path)?.state === state);
  if (order.indexFile !== undefined && !isSame) writeIndex(order.indexFile, [...readings.values()]);
}

const NOTHING_KNOWN: ReadonlyMap<string, IndexedFile> = new Map();

/** Within the limits for all of them together. */
function* readOneByOne(project: Project, indexed: ReadonlyMap<string, IndexedFile>): Generator<IndexedFile> {
  const words = new Words();
  const endMs = Date.now() + LONGEST_MS;
  let wordCount = 0;
  for (const file of likeliestFirst(project)) {
    if (wordCount >= MOST_WORDS || Date.now() > endMs) return;
    const { path, state } = file;
    const before = indexed.get(path);
    const reading = before?.state === state ? before.reading : readFileFor(project.root, file, words);
    wordCount += reading.words.length;
    yield { path, state, reading };
  }
}

interface Project {
  readonly root: string;
  readonly files: readonly FoundFile[];
  readonly kinds: ReadonlyMap<string, FileKind>;
  readonly recent: ReadonlyMap<string, number>;
  readonly most: number;
}

function projectOf({ root, files, recent, most }: MapOrder): Project {
  return { root, files, kinds: kindsByPath(files), recent: recencyOf(recent), most };
}

export function kindsByPath(files: readonly FoundFile[]): ReadonlyMap<string, FileKind> {
  const paths = files.map(({ path }) => path);
  const kinds = kindsOf(paths);
  return new Map(paths.map((path, at) => [path, kinds[at] ?? 'own']));
}

const READ_ORDER: Readonly<Record<FileKind, number>> = { own: 0, aside: 1, test: 2, made: 3 };

/** In the order in which they are read, for as far as the time goes; what others made is not read at all. */
export function likeliestFirst({
  files,
  kinds,
  recent,
}: Pick<Project, 'files' | 'kinds' | 'recent'>): readonly FoundFile[] {
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

function rankedMap(
  project: Project,
  readings: ReadonlyMap<string, IndexedFile>,
  isComplete: boolean,
): MapAnswer {
  const told = isComplete ? project.files : project.files.filter(({ path }) => readings.has(path));
  const known = told.map(({ path }): KnownFile => {
    const { isMade, declared, words } = readings.get(path)?.reading ?? UNREAD;
    return { path, kind: isMade ? 'made' : (project.kinds.get(path) ?? 'own'), declared, words };
  });
  const files = rankFiles(known, project.recent)
    .slice(0, project.most)
    .flatMap(({ index, values }): readonly TopFile[] => {
      const [found, file] = [told[index], known[index]];
      if (found === undefined || file === undefined) return [];
      const text = file.kind === 'made' ? '' : textOf(project.root, file.path);
      return [{ path: file.path, state: found.state, declared: file.declared, values, text }];
    });
  return { kind: 'ranked', isComplete, files };
}

function textOf(root: string, path: string): string {
  const bytes = readInside(root, path);
  return bytes === undefined || bytes.length > MOST_TEXT ? '' : bytes.toString('utf8');
}
