import { createHash } from 'node:crypto';
import { messageOf } from '../../base/failure.ts';
import type { CodeReader, MapSymbol, ProjectFiles, ProjectMap, ProjectMaps } from '../../contracts/code.ts';
import { kindsByPath, likeliestFirst } from './draw-map.ts';
import { type FoundFile, lookAt } from './known-files.ts';
import { isSmall, lookAround, openAmong } from './look-around.ts';
import type { MapAnswer, TopFile } from './map-orders.ts';
import { type MapStore, openMapStore, type StoredFile, type StoredMap } from './map-store.ts';
import { type MapThread, startMapThread } from './map-thread.ts';
import { recencyOf } from './rank.ts';
import { mostTelling, symbolsIn } from './symbols.ts';

export interface ProjectMapsParts {
  /** What the build made: `dist/code-reading`. */
  readonly folder: string;
  /** Where maps are kept for the next time; undefined = nowhere. */
  readonly keptIn: string | undefined;
  readonly files: ProjectFiles;
  readonly code: CodeReader;
  /** Canonical path of the project whose map is drawn beforehand. */
  readonly usual?: string | undefined;
  /** How many files a map tells of at most. */
  readonly most: number;
  /** Told why there is no map, or no whole one: bugs as well, because no session must end for a map. */
  broken(why: string): void;
  /** Longest wait for a map. */
  readonly limitMs?: number | undefined;
}

const LIMIT_MS = 700;
/** Of the limit: where there is the map of the last time, that one will do. */
const KNOWN_SHARE = 0.4;
/** Of the limit: then the thread tells what it has, because to rank it takes a while, too. */
const READING_SHARE = 0.6;
/** A project with fewer source files is seen at a glance. */
const FEWEST = 5;
/** All work on one map, behind the back of the session that asked for it. */
const LONGEST_MS = 30_000;

export function createProjectMaps(parts: ProjectMapsParts): ProjectMaps {
  const store = parts.keptIn === undefined ? undefined : openMapStore(parts.keptIn);
  const begun = new Map<string, Drawing>();

  let wasBegun = false;

  function begin(workspace: string): Drawing {
    wasBegun = true;
    const drawing = new Drawing(parts, store, workspace);
    begun.set(workspace, drawing);
    void drawing.done.finally(() => begun.delete(workspace));
    return drawing;
  }

  return {
    async of(workspace) {
      const drawing = begun.get(workspace) ?? begin(workspace);
      const limitMs = parts.limitMs ?? LIMIT_MS;
      await within(drawing.done, drawing.isKnown ? limitMs * KNOWN_SHARE : limitMs);
      return drawing.best();
    },
    warm() {
      const { usual } = parts;
      if (usual === undefined || wasBegun) return;
      begin(usual);
    },
  };
}

async function within(done: Promise<void>, limitMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, limitMs);
  });
  await Promise.race([done, late]);
  clearTimeout(timer);
}

/** One map in the making. */
class Drawing {
  /** Never rejects. */
  readonly done: Promise<void>;
  readonly #parts: ProjectMapsParts;
  readonly #store: MapStore | undefined;
  readonly #workspace: string;
  readonly #startMs = Date.now();
  #stored: StoredMap | undefined;
  #total = 0;
  #files: readonly FoundFile[] = [];
  #recent: readonly (readonly string[])[] = [];
  #top: readonly TopFile[] = [];
  readonly #symbols = new Map<string, readonly MapSymbol[]>();

  constructor(parts: ProjectMapsParts, store: MapStore | undefined, workspace: string) {
    this.#parts = parts;
    this.#store = store;
    this.#workspace = workspace;
    this.done = this.#draw().catch((error: unknown) => parts.broken(messageOf(error)));
  }

  /** There is a map of an earlier time. */
  get isKnown(): boolean {
    return this.#stored !== undefined;
  }

  /** What is known by now: in part, or as it was the last time, where there is no more. */
  best(): ProjectMap | undefined {
    if (this.#top.length === 0) return this.#stored ? this.#lastTime(this.#stored) : this.#unread();
    const files = this.#top.map(({ path, declared, values }) => {
      const symbols = this.#symbols.get(path) ?? symbolsIn(declared, undefined);
      return { path, ...mostTelling(symbols, values) };
    });
    return { files, total: this.#total };
  }

  async #draw(): Promise<void> {
    const { files, most } = this.#parts;
    const stored = this.#store?.read(this.#workspace);
    this.#stored = stored;
    if (stored === undefined && (await isSmall(this.#workspace, FEWEST))) return;
    const { paths, recent } = await files.look(this.#workspace, AbortSignal.timeout(LONGEST_MS));
    const looked = await lookAround(this.#workspace, paths);
    if (looked.total < FEWEST) {
      this.#stored = undefined;
      return;
    }
    this.#total = looked.total;
    this.#files = looked.files;
    this.#recent = recent ?? [];
    const recentKey = keyOf(recent ?? []);
    const isSame =
      stored?.most === most &&
      stored.key === looked.key &&
      (recent === undefined || stored.recentKey === recentKey);
    if (isSame) return this.#take(stored);
    const thread = startMapThread(this.#parts.folder);
    try {
      thread.order({
        root: this.#workspace,
        files: await openAmong(looked.files, (path) => files.isClosed(this.#workspace, path)),
        recent: recent ?? [],
        indexFile: this.#store?.indexFile(this.#workspace),
        most,
        answerByMs: this.#startMs + (this.#parts.limitMs ?? LIMIT_MS) * READING_SHARE,
      });
      await this.#finish(thread, { key: looked.key, recentKey });
    } finally {
      thread.end();
    }
  }

  /** Hears the ranking, has the grammars read what it begins with, and keeps it. */
  async #finish(thread: MapThread, keys: Pick<StoredMap, 'key' | 'recentKey'>): Promise<void> {
    if (!(await this.#hearRanking(thread))) return;
    const before = new Map(this.#stored?.files.map((file) => [file.path, file]));
    for (const file of this.#top) this.#symbols.set(file.path, await this.#symbolsOf(file, before));
    this.#store?.write(this.#workspace, this.#toStore(keys));
    const last = await thread.next(LONGEST_MS);
    if (last.kind !== 'done') this.#isBroken(last);
  }

  /** Takes the first answer and the better one that may follow. Returns false when there is no whole one. */
  async #hearRanking(thread: MapThread): Promise<boolean> {
    for (;;) {
      const said = await thread.next(LONGEST_MS);
      if (said.kind !== 'ranked') {
        this.#isBroken(said);
        return false;
      }
      this.#top = said.files;
      if (said.isComplete) return true;
    }
  }

  /** The files that would be read first, by their names and the last commits alone. */
  #unread(): ProjectMap | undefined {
    if (this.#files.length === 0) return undefined;
    const kinds = kindsByPath(this.#files);
    const files = likeliestFirst({ files: this.#files, kinds, recent: recencyOf(this.#recent) })
      .slice(0, this.#parts.most)
      .filter(({ path }) => !this.#parts.files.isClosed(this.#workspace, path))
      .map(({ path }) => ({ path, symbols: [], more: 0 }));
    return { files, total: this.#total };
  }

  #take(stored: StoredMap): void {
    const open = this.#openIn(stored);
    this.#top = open.map(({ path, state, values }) => ({ path, state, values, declared: [], text: '' }));
    for (const { path, symbols } of open) this.#symbols.set(path, symbols.map(asSymbol));
  }

  /** Files that are there; of those that were changed since, the symbols stand in other lines by now. */
  #lastTime(stored: StoredMap): ProjectMap {
    const files = this.#openIn(stored).flatMap(({ path, state, symbols, values }) => {
      const now = lookAt(this.#workspace, path);
      if (now === undefined) return [];
      const told = now.state === state ? symbols.map(asSymbol) : [];
      return [{ path, ...mostTelling(told, values) }];
    });
    return { files, total: stored.total };
  }

  /** What is secret now may not have been when the map was kept. */
  #openIn({ files }: StoredMap): readonly StoredFile[] {
    return files.filter(({ path }) => !this.#parts.files.isClosed(this.#workspace, path));
  }

  /** By its grammar, unless that was done when the file was in this very state. */
  async #symbolsOf(
    { path, state, declared, text }: TopFile,
    before: ReadonlyMap<string, StoredFile>,
  ): Promise<readonly MapSymbol[]> {
    const known = before.get(path);
    if (known?.state === state) return known.symbols.map(asSymbol);
    const isLate = Date.now() > this.#startMs + LONGEST_MS;
    if (text === '' || isLate) return symbolsIn(declared, undefined);
    const outline = await this.#parts.code.outline(path, text);
    return symbolsIn(declared, outline.language === undefined ? undefined : outline);
  }

  #toStore(keys: Pick<StoredMap, 'key' | 'recentKey'>): StoredMap {
    const files = this.#top.map(({ path, state, values }) => ({
      path,
      state,
      symbols: (this.#symbols.get(path) ?? []).map((symbol) => ({
        ...symbol,
        members: [...symbol.members],
      })),
      values: [...values],
    }));
    return { form: 1, ...keys, most: this.#parts.most, total: this.#total, files };
  }

  #isBroken(said: MapAnswer): void {
    this.#parts.broken(said.kind === 'broken' ? said.why : `the thread said ${said.kind}`);
  }
}

function asSymbol({ name, start, end, members }: StoredFile['symbols'][number]): MapSymbol {
  return { name, start, end, members };
}

function keyOf(recent: readonly (readonly string[])[]): string {
  return createHash('sha256').update(JSON.stringify(recent)).digest('hex');
}
