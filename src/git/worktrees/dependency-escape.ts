import { readdir } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import * as z from 'zod';
import { codeOf, Failure } from '../../core/failure.ts';
import { isInside } from '../../core/paths.ts';
import { fault } from '../../core/texts/faults.ts';
import { jsonInFile, realPath } from '../../files/look-at-path.ts';
import { plainName } from './branch-name.ts';

interface EscapeSearch {
  /** Canonical path of the project. */
  readonly project: string;
  readonly signal: AbortSignal;
}

/**
 * Finds an installed package that needs one of the project's own packages, such as a plug-in of which the project
 * develops the host. Node resolves imports from a link's target, so in a worktree that package would load the
 * person's files.
 * @returns a sentence that names both; undefined when there is none
 * @param folders relative paths of the project's `node_modules`
 */
export async function findUseOfProject(
  folders: readonly string[],
  search: EscapeSearch,
): Promise<string | undefined> {
  const { project, signal } = search;
  const places = folders.map((folder) => join(project, folder));
  const own = await ownPackages(places, project);
  if (own.size === 0) return undefined;
  for await (const place of packagesBelow(places)) {
    if (signal.aborted) throw new Failure('stopped', fault('dependencies-stopped'));
    const used = namesNeeded(place).find((name) => own.has(name) && findsInProject(place, name, project));
    if (used !== undefined)
      return `The package ${plainName(nameOf(place))} in it uses ${plainName(used)}, which is the project's own.`;
  }
  return undefined;
}

/** Names of the project's own packages. */
async function ownPackages(places: readonly string[], project: string): Promise<ReadonlySet<string>> {
  const found = await Promise.all(places.map(packagesIn));
  const links = found.flatMap(({ links }) => links);
  return new Set(links.filter((link) => linksIntoProject(link, project)).map(nameOf));
}

/** How many installed packages are examined in one project. */
const MAX_PACKAGES = 20_000;

/** All installed packages, also those in the `node_modules` of other packages. */
async function* packagesBelow(places: readonly string[]): AsyncGenerator<string> {
  const waiting = [...places];
  let count = 0;
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    const { packages, inner } = await packagesIn(place);
    yield* packages;
    waiting.push(...inner, ...packages.map((one) => join(one, 'node_modules')));
    count += packages.length;
    if (count > MAX_PACKAGES) throw new Failure('unavailable', fault('dependencies-too-many'));
  }
}

interface Packages {
  /** Real paths of packages. */
  readonly packages: readonly string[];
  readonly links: readonly string[];
  /** Further folders of packages. */
  readonly inner: readonly string[];
}

/** Where pnpm and bun keep each package beside what it needs. */
const STORES = ['.pnpm', '.bun'];

async function packagesIn(folder: string): Promise<Packages> {
  const entries = await readFolder(folder);
  const scoped = entries.filter((entry) => entry.isDirectory() && entry.name.startsWith('@'));
  const inScopes = await Promise.all(scoped.map(({ name }) => readFolder(join(folder, name))));
  const all = [...entries.filter(({ name }) => !/^[@.]/.test(name)), ...inScopes.flat()];
  const placeOf = ({ parentPath, name }: (typeof all)[number]): string => join(parentPath, name);
  const stores = entries.filter((entry) => entry.isDirectory() && STORES.includes(entry.name));
  const kept = await Promise.all(stores.map(({ name }) => readFolder(join(folder, name))));
  return {
    packages: all.filter((entry) => entry.isDirectory()).map(placeOf),
    links: all.filter((entry) => entry.isSymbolicLink()).map(placeOf),
    // A `node_modules` in a store only helps packages with undeclared dependencies.
    inner: kept
      .flat()
      .filter(({ name }) => name !== 'node_modules')
      .map((entry) => join(placeOf(entry), 'node_modules')),
  };
}

/** `@scope/name`, or `name`. */
function nameOf(place: string): string {
  const above = basename(dirname(place));
  return above.startsWith('@') ? `${above}/${basename(place)}` : basename(place);
}

/** True for a package of the project itself: in it, and not a dependency. */
function linksIntoProject(link: string, project: string): boolean {
  const real = realPath(link);
  return (
    real !== undefined &&
    isInside(real, project) &&
    !relative(project, real).split(sep).includes('node_modules')
  );
}

/** Searches as Node does: in the package folders from here upwards; the first match counts. */
function findsInProject(place: string, name: string, project: string): boolean {
  for (let folder = place; isInside(folder, project); folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name);
    if (basename(folder) !== 'node_modules' && realPath(candidate) !== undefined)
      return linksIntoProject(candidate, project);
  }
  return false;
}

const PackageVersions = z.record(z.string(), z.unknown()).default({});
const Manifest = z.object({
  dependencies: PackageVersions,
  optionalDependencies: PackageVersions,
  peerDependencies: PackageVersions,
});

function namesNeeded(place: string): readonly string[] {
  const manifest = Manifest.safeParse(jsonInFile(join(place, 'package.json'))).data;
  return Object.values(manifest ?? {}).flatMap((packages) => Object.keys(packages));
}

async function readFolder(folder: string) {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if (codeOf(error) !== undefined) return [];
    throw error;
  }
}
