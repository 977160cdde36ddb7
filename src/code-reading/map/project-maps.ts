import { createHash } from 'node:crypto';
import type { Dirent } from 'node:fs';
import { opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { MapSymbol, ProjectFiles, ProjectMap, ProjectMaps } from '../../contracts/code.ts';
import { MINUTE_MS } from '../../core/clock.ts';
import { codeOf, messageOf } from '../../core/failure.ts';
import { drawInProcess } from './map-process.ts';
import { type MappedFile, type MapStore, openMapStore, type StoredMap } from './map-store.ts';
import { isSourcePath, type SourceFileStat, statSource } from './source-files.ts';

export interface ProjectMapsParts {
  /** Output of the build: `dist/code-reading`. */
  readonly folder: string;
  /** Where maps are kept for the next time; undefined = nowhere. */
  readonly keptIn: string | undefined;
  readonly files: ProjectFiles;
  /** Canonical path of the project whose map is drawn beforehand. */
  readonly usual?: string | undefined;
  /** How many files a map names at most. */
  readonly most: number;
  /** Told why there is no map: bugs as well, because no session must end for a map. */
  broken(why: string): void;
  /** How long after a map was asked for it is drawn anew. */
  readonly refreshAfterMs?: number | undefined;
}

/** The first request of the session that asked is on its way by then: drawing would compete with it. */
const REFRESH_AFTER_MS = 1_000;
/** A project with fewer source files is seen at a glance. */
const MIN_FILES = 5;
const MAX_LOOK_MS = 30_000;
const MAX_DRAW_MS = MINUTE_MS;

/**
 * A session gets the last map, which is drawn anew after the session's request: reading a thousand files takes half a
 * second and 75 MB, for which no first request should wait or pay.
 */
export function createProjectMaps(parts: ProjectMapsParts): ProjectMaps {
  const store = parts.keptIn === undefined ? undefined : openMapStore(parts.keptIn);
  const begun = new Map<string, Promise<StoredMap | undefined>>();
  let isWarm = false;

  /** Never rejects. */
  function draw(workspace: string): Promise<StoredMap | undefined> {
    const running = begun.get(workspace);
    if (running !== undefined) return running;
    const drawing = drawMap(parts, store, workspace)
      .catch((error: unknown) => {
        parts.broken(messageOf(error));
        return undefined;
      })
      .finally(() => begun.delete(workspace));
    begun.set(workspace, drawing);
    return drawing;
  }

  return {
    lastDrawn(workspace) {
      isWarm = true;
      setTimeout(() => void draw(workspace), parts.refreshAfterMs ?? REFRESH_AFTER_MS).unref();
      const stored = store?.read(workspace);
      return stored && mapOf(stored, workspace, parts.files);
    },
    async draw(workspace) {
      // The process that draws keeps no program from ending; here the map is what the program runs for.
      const stayAlive = setInterval(() => undefined, MAX_DRAW_MS);
      const drawn = await draw(workspace).finally(() => clearInterval(stayAlive));
      return drawn && mapOf(drawn, workspace, parts.files);
    },
    warm() {
      if (parts.usual === undefined || isWarm) return;
      isWarm = true;
      void draw(parts.usual);
    },
  };
}

/**
 * Files that still exist; in those that changed since, the symbols' lines are left out. A file may have become secret
 * since the map was drawn.
 */
function mapOf(stored: StoredMap, workspace: string, files: ProjectFiles): ProjectMap {
  const shown = stored.files.flatMap(({ path, state, symbols, more }) => {
    if (files.isClosed(workspace, path)) return [];
    const now = statSource(workspace, path);
    if (now === undefined) return [];
    return [
      now.state === state ? { path, symbols: symbols.map(asSymbol), more } : { path, symbols: [], more: 0 },
    ];
  });
  return { files: shown, total: stored.total };
}

/** The map that is kept, where nothing has changed since; else a new one, which is kept. */
async function drawMap(
  { folder, files, most, broken }: ProjectMapsParts,
  store: MapStore | undefined,
  workspace: string,
): Promise<StoredMap | undefined> {
  const stored = store?.read(workspace);
  if (stored === undefined && (await isSmall(workspace, MIN_FILES))) return undefined;
  const { paths, recent } = await files.list(workspace, AbortSignal.timeout(MAX_LOOK_MS));
  const looked = await scanProject(workspace, paths);
  if (looked.total < MIN_FILES) {
    store?.remove(workspace);
    return undefined;
  }
  const recentKey = keyOf(recent ?? []);
  const isSame =
    stored?.most === most &&
    stored.key === looked.key &&
    (recent === undefined || stored.recentKey === recentKey);
  if (isSame) return stored;
  const order = {
    root: workspace,
    files: await openAmong(looked.files, (path) => files.isClosed(workspace, path)),
    recent: recent ?? [],
    indexFile: store?.indexFile(workspace),
    most,
    before: stored?.files ?? [],
  };
  const answer = await drawInProcess(folder, order, MAX_DRAW_MS);
  if (answer.kind === 'broken') {
    broken(answer.why);
    return undefined;
  }
  const map: StoredMap = {
    form: 2,
    key: looked.key,
    recentKey,
    most,
    total: looked.total,
    files: [...answer.files],
  };
  store?.write(workspace, map);
  return map;
}

function asSymbol({ name, start, end, members }: MappedFile['symbols'][number]): MapSymbol {
  return { name, start, end, members };
}

function keyOf(recent: readonly (readonly string[])[]): string {
  return createHash('sha256').update(JSON.stringify(recent)).digest('hex');
}

/** How many paths are examined before other work runs: about a millisecond. */
const AT_ONCE = 200;
/** Further source files are counted, and nothing else. */
const MAX_FILES = 20_000;

/** Folders that are looked into before a project counts as one of some size. */
const MAX_FOLDERS = 64;

/**
 * True for a project with fewer source files than `fewest`, so that no process has to be started for it. Counting
 * includes ignored files.
 */
async function isSmall(root: string, fewest: number): Promise<boolean> {
  const folders = [root];
  let sources = 0;
  for (const folder of folders) {
    const inside = await lookInto(folder, fewest);
    sources += inside.sources;
    folders.push(...inside.folders);
    if (sources >= fewest || folders.length > MAX_FOLDERS) return false;
  }
  return true;
}

/** Searches until so many source files are found. */
async function lookInto(folder: string, most: number) {
  const found = { sources: 0, folders: [] as string[] };
  for await (const entry of entriesOf(folder)) {
    if (isLookedInto(entry)) found.folders.push(join(folder, entry.name));
    if (isSource(entry)) found.sources += 1;
    if (found.sources >= most || found.folders.length > MAX_FOLDERS) break;
  }
  return found;
}

function isSource(entry: Dirent): boolean {
  return entry.isFile() && isSourcePath(entry.name);
}

function isLookedInto(entry: Dirent): boolean {
  return entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules';
}

/** Nothing where it cannot be looked into. */
async function* entriesOf(folder: string): AsyncGenerator<Dirent> {
  try {
    yield* await opendir(folder);
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
  }
}

interface ScannedProject {
  readonly files: readonly SourceFileStat[];
  /** Number of source files, including unread ones. */
  readonly total: number;
  /** Changes whenever one of the files does. */
  readonly key: string;
}

/**
 * Which source files there are, and in which state, without opening any. Not in a thread: for a map that is known
 * already this is all there is to do, and to start a thread would take longer.
 */
async function scanProject(root: string, paths: readonly string[]): Promise<ScannedProject> {
  const files: SourceFileStat[] = [];
  const seen = new Set<string>();
  const key = createHash('sha256');
  for (const [at, path] of paths.entries()) {
    if (at % AT_ONCE === AT_ONCE - 1) await nextTurn();
    // A file with conflicts is listed several times.
    if (!isSourcePath(path) || seen.has(path)) continue;
    seen.add(path);
    const file = seen.size > MAX_FILES ? undefined : statSource(root, path);
    if (file === undefined) continue;
    files.push(file);
    key.update(`${path}\0${file.state}\n`);
  }
  const total = files.length + Math.max(0, seen.size - MAX_FILES);
  return { files, total, key: key.update(`${total}`).digest('hex') };
}

/** The files that may be read. */
async function openAmong(
  files: readonly SourceFileStat[],
  isClosed: (path: string) => boolean,
): Promise<readonly SourceFileStat[]> {
  const open: SourceFileStat[] = [];
  for (const [at, file] of files.entries()) {
    if (at % AT_ONCE === AT_ONCE - 1) await nextTurn();
    if (!isClosed(file.path)) open.push(file);
  }
  return open;
}
