import { languageOf } from '../languages.ts';
import type { Declaration } from './declarations.ts';
import type { FileKind } from './source-files.ts';
import { hashOf, type NameSearch, type UsersByName, usersOf, type WordHash } from './words.ts';

/** Facts about one source file. */
export interface KnownFile {
  readonly path: string;
  readonly kind: FileKind;
  readonly declared: readonly Declaration[];
  /** Each once; empty for code that a program made. */
  readonly words: Uint32Array;
}

export interface RankedFile {
  /** Index among the files that were given. */
  readonly index: number;
  readonly score: number;
  /** The value of each declaration, in their order. */
  readonly values: readonly number[];
}

/** Weight of a file compared with a file of the project itself. */
const FACTORS: Readonly<Record<FileKind, number>> = { own: 1, aside: 0.25, test: 0.08, made: 0.02 };
/** The weight of a reference from such a file. */
const REFERENCES: Readonly<Record<FileKind, number>> = { own: 1, aside: 0.4, test: 0.25, made: 0 };
/** A name that so many files declare does not identify any of them. */
const MAX_DECLARING = 20;
/** A file that uses the name and does not name the file: it may mean another one. */
const UNSURE = { telling: 0.5, ordinary: 0.05 };
/** The second symbol of a file counts for so much of the first one, and so on. */
const NEXT_SYMBOL = 0.85;
/** Extra weight of the last changed files. */
const RECENT = 0.8;
/**
 * Weight of entry points, which nothing refers to; relative to the tenth file of the ranking, in a small project an
 * earlier one.
 */
const ENTRY = 0.9;
const ENTRY_PLACE = 10;
const SMALL_PROJECT = 4;
const MIN_ENTRY = 0.1;
/** Weight of the files that an entry point uses; relative to the entry point. */
const USED_BY_ENTRY = 0.4;
/** Weight of files that import many others: they show how a project works, though few refer to them. */
const BRINGING_TOGETHER = 0.9;
/** A file that declares the same under the same name. */
const TWIN = 0.1;
/** Weight of a folder's next file relative to the one before, so that each part of a project is represented. */
const NEXT_IN_FOLDER = 0.9;
/** Files that are put in order so; the others follow as they are. */
const MAX_SPREAD = 500;

const ENTRY_NAME = /^(?:main|index|app|application|server|cli|lib|mod|program|manage|__main__|__init__)$/i;
/** Folders that only hold the sources. */
const WRAPPING = /^(?:src|source|lib|app|cmd|packages|crates|apps|main|java|kotlin|python)$/i;
/** Names of files that represent their folder. */
const FOLDER_NAME = /^(?:index|mod|main|lib|__init__|__main__|package|doc)$/i;
/** Their files see each other without an import. */
const SHARED_FOLDER = ['go', 'java', 'kotlin', 'c_sharp', 'swift'];

/**
 * Ranks files, the most important first: others refer to its declarations with certainty (they name the file, too)
 * and not by common words; it imports many; it was changed lately; it is an entry point. Equal ones in the order of
 * their paths.
 * @param recent see `recencyOf`
 */
export function rankFiles(
  files: readonly KnownFile[],
  recent: ReadonlyMap<string, number>,
): readonly RankedFile[] {
  const referring = new ReferenceCounter(files);
  const values = files.map((file, index) => referring.valuesOf(file, index));
  const scores = files.map(({ path, kind }, index) => {
    const score = totalOf(values[index] ?? []) + BRINGING_TOGETHER * Math.sqrt(referring.usedBy(index));
    return score * FACTORS[kind] * (1 + RECENT * (recent.get(path) ?? 0));
  });
  const inOrder = scores.toSorted((one, other) => other - one);
  const place = Math.min(ENTRY_PLACE, Math.ceil(files.length / SMALL_PROJECT));
  const entry = Math.max(MIN_ENTRY, (inOrder[place - 1] ?? 0) * ENTRY);
  const ranked = files
    .map((file, index) => ({
      index,
      score: (scores[index] ?? 0) + entry * entryShare(file, referring.isUsedByEntry(index)),
      values: values[index] ?? [],
    }))
    .sort((one, other) => other.score - one.score || byPath(files[one.index], files[other.index]));
  return spreadOverFolders(withoutTwins(ranked, files), (index) => parentFolder(files[index]?.path ?? ''));
}

/** From 0 to 1 by path. `commits`: the paths that each changed, the newest first. */
export function recencyOf(commits: readonly (readonly string[])[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const [age, paths] of commits.entries()) {
    // A commit that touches everything says nothing about any file.
    const share = 0.97 ** age / Math.max(1, paths.length / 8);
    for (const path of paths) sums.set(path, (sums.get(path) ?? 0) + share);
  }
  const most = Math.log1p([...sums.values()].reduce((max, sum) => Math.max(max, sum), 0));
  return new Map([...sums].map(([path, sum]) => [path, Math.log1p(sum) / most]));
}

/** The same file once more, as it is built for another place, comes far behind. */
function withoutTwins(ranked: readonly RankedFile[], files: readonly KnownFile[]): readonly RankedFile[] {
  const seen = new Set<string>();
  return ranked
    .map((file) => {
      const { path = '', declared = [] } = files[file.index] ?? {};
      const key = `${stemOf(path)} ${declared.map(({ name }) => name).join(' ')}`;
      if (declared.length > 0 && seen.has(key)) return { ...file, score: file.score * TWIN };
      seen.add(key);
      return file;
    })
    .sort((one, other) => other.score - one.score);
}

interface FolderQueue {
  readonly files: RankedFile[];
  share: number;
}

/** Repeatedly takes the best one; a folder loses weight with every file taken from it. */
function spreadOverFolders(
  ranked: readonly RankedFile[],
  folderAt: (index: number) => string,
): readonly RankedFile[] {
  const queues = new Map<string, FolderQueue>();
  for (const file of ranked.slice(0, MAX_SPREAD)) {
    const folder = folderAt(file.index);
    const queue = queues.get(folder) ?? { files: [], share: 1 };
    queue.files.push(file);
    queues.set(folder, queue);
  }
  const taken: RankedFile[] = [];
  for (;;) {
    const best = bestOf([...queues.values()]);
    const next = best?.files.shift();
    if (best === undefined || next === undefined) break;
    best.share *= NEXT_IN_FOLDER;
    taken.push(next);
  }
  return [...taken, ...ranked.slice(MAX_SPREAD)];
}

/** Among equal ones the folder that was met first wins: its file has the better rank. */
function bestOf(queues: readonly FolderQueue[]): FolderQueue | undefined {
  let best: FolderQueue | undefined;
  let most = -1;
  for (const queue of queues) {
    const score = (queue.files[0]?.score ?? Number.NEGATIVE_INFINITY) * queue.share;
    if (score > most) [best, most] = [queue, score];
  }
  return best;
}

function wantedNameOf({ path, declared }: KnownFile): NameSearch {
  return { names: importNames(path).map(hashOf), declared: declared.map(({ name }) => hashOf(name)) };
}

function totalOf(values: readonly number[]): number {
  return values
    .toSorted((one, other) => other - one)
    .reduce((sum, value, place) => sum + value * NEXT_SYMBOL ** place, 0);
}

function entryShare(file: KnownFile, isUsedByEntry: boolean): number {
  if (isEntry(file)) return 1;
  return isUsedByEntry && file.kind === 'own' ? USED_BY_ENTRY : 0;
}

function isEntry({ path, kind }: KnownFile): boolean {
  const above = parentFolder(path)
    .split('/')
    .filter((name) => !WRAPPING.test(name) && name !== '');
  return kind === 'own' && above.length === 0 && ENTRY_NAME.test(stemOf(path));
}

class ReferenceCounter {
  readonly #files: readonly KnownFile[];
  readonly #asked: readonly NameSearch[];
  readonly #users: UsersByName;
  readonly #folders: readonly string[];
  /** The file that was last asked about, by files that surely know it; and those that were counted for it. */
  readonly #knownTo: Int32Array;
  readonly #countedFor: Int32Array;
  /** How many others it surely uses, by file. */
  readonly #uses: Int32Array;
  readonly #entries: ReadonlySet<number>;
  readonly #usedByEntry = new Set<number>();

  constructor(files: readonly KnownFile[]) {
    this.#files = files;
    this.#asked = files.map(wantedNameOf);
    this.#users = usersOf(files, this.#asked);
    this.#folders = files.map(({ path }) => parentFolder(path));
    this.#knownTo = new Int32Array(files.length).fill(-1);
    this.#countedFor = new Int32Array(files.length).fill(-1);
    this.#uses = new Int32Array(files.length);
    this.#entries = new Set(files.flatMap((file, index) => (isEntry(file) ? [index] : [])));
  }

  /** How many others the file uses, of those that were asked about so far. */
  usedBy(index: number): number {
    return this.#uses[index] ?? 0;
  }

  /** As `usedBy`. */
  isUsedByEntry(index: number): boolean {
    return this.#usedByEntry.has(index);
  }

  valuesOf({ path, kind }: KnownFile, index: number): readonly number[] {
    const { names, declared } = this.#asked[index] ?? { names: [], declared: [] };
    for (const name of names) {
      for (const user of this.#users.of(name)) this.#knownTo[user] = index;
    }
    if (kind === 'own') for (const hash of declared) this.#countUse(hash, index);
    const language = languageOf(path);
    const isShared = language?.by === 'grammar' && SHARED_FOLDER.includes(language.grammar);
    return declared.map((hash, place) => this.#valueOf({ hash, place, index, isShared }));
  }

  #countUse(hash: WordHash, index: number): void {
    if (this.#users.countDeclaring(hash) > MAX_DECLARING) return;
    for (const user of this.#users.of(hash)) {
      const isSure = this.#knownTo[user] === index && this.#countedFor[user] !== index && user !== index;
      if (!isSure) continue;
      this.#countedFor[user] = index;
      this.#uses[user] = (this.#uses[user] ?? 0) + 1;
      if (this.#entries.has(user)) this.#usedByEntry.add(index);
    }
  }

  /** Grows with the root of the references: a hundred do not say ten times as much as ten. */
  #valueOf({ hash, place, index, isShared }: NameQuery): number {
    const declaring = this.#users.countDeclaring(hash);
    if (declaring > MAX_DECLARING) return 0;
    const name = this.#files[index]?.declared[place]?.name ?? '';
    const unsure = (isTelling(name) ? UNSURE.telling : UNSURE.ordinary) / declaring;
    const users = this.#users.of(hash);
    let references = 0;
    for (const user of users) {
      if (user === index) continue;
      const isSure =
        this.#knownTo[user] === index || (isShared && this.#folders[user] === this.#folders[index]);
      references += REFERENCES[this.#files[user]?.kind ?? 'made'] * (isSure ? 1 : unsure);
    }
    const rarity =
      Math.log1p(this.#files.length / Math.max(1, users.length)) / Math.log1p(this.#files.length);
    return (Math.sqrt(references) * rarity) / Math.sqrt(declaring);
  }
}

/** One declaration. */
interface NameQuery {
  readonly hash: WordHash;
  readonly place: number;
  /** Index of its file. */
  readonly index: number;
  /** True when its folder sees it without an import. */
  readonly isShared: boolean;
}

/** True for a compound or long name, which hardly occurs twice by chance. */
function isTelling(name: string): boolean {
  return name.length >= 12 || (name.length >= 6 && /[a-z][A-Z]|[A-Za-z]_[A-Za-z]/.test(name));
}

/** How others name a file when they import it. */
function importNames(path: string): readonly string[] {
  const stem = stemOf(path);
  const folder = parentFolder(path).split('/').at(-1) ?? '';
  if (FOLDER_NAME.test(stem)) return folder === '' ? [] : [folder];
  // A Go package has the name of its folder.
  return path.endsWith('.go') && folder !== '' ? [stem, folder] : [stem];
}

function stemOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const end = name.indexOf('.', 1);
  return end < 0 ? name : name.slice(0, end);
}

function parentFolder(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** By UTF-16 code unit: the same everywhere. */
function byPath(one: KnownFile | undefined, other: KnownFile | undefined): number {
  const [a, b] = [one?.path ?? '', other?.path ?? ''];
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
