import { createHash } from 'node:crypto';
import type { MapSymbol, ProjectFiles, ProjectMap, ProjectMaps } from '../../contracts/code.ts';
import { messageOf } from '../../core/failure.ts';
import { statSource } from './known-files.ts';
import { drawInProcess } from './map-process.ts';
import { type MapStore, openMapStore, type StoredFile, type StoredMap } from './map-store.ts';
import { isSmall, openAmong, scanProject } from './scan-project.ts';

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
const MAX_DRAW_MS = 60_000;

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
    known(workspace) {
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
  const told = stored.files.flatMap(({ path, state, symbols, more }) => {
    if (files.isClosed(workspace, path)) return [];
    const now = statSource(workspace, path);
    if (now === undefined) return [];
    return [
      now.state === state ? { path, symbols: symbols.map(asSymbol), more } : { path, symbols: [], more: 0 },
    ];
  });
  return { files: told, total: stored.total };
}

/** The map that is kept, where nothing has changed since; else a new one, which is kept. */
async function drawMap(
  { folder, files, most, broken }: ProjectMapsParts,
  store: MapStore | undefined,
  workspace: string,
): Promise<StoredMap | undefined> {
  const stored = store?.read(workspace);
  if (stored === undefined && (await isSmall(workspace, MIN_FILES))) return undefined;
  const { paths, recent } = await files.look(workspace, AbortSignal.timeout(MAX_LOOK_MS));
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

function asSymbol({ name, start, end, members }: StoredFile['symbols'][number]): MapSymbol {
  return { name, start, end, members };
}

function keyOf(recent: readonly (readonly string[])[]): string {
  return createHash('sha256').update(JSON.stringify(recent)).digest('hex');
}
