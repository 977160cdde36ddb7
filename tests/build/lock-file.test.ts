import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

type Package = {
  readonly version?: string;
  readonly resolved?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
};

const ROOT = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => JSON.parse(readFileSync(path.join(ROOT, file), 'utf8'));
const packages: Readonly<Record<string, Package>> = read('package-lock.json').packages;

test('the lock file names no registry', () => {
  expect(Object.entries(packages).filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
});

// npm 11 refuses `npm ci` when an optional package of another platform is missing, which `npm install` leaves out
// silently when the registry does not have it (yet): take an older version then.
test('the lock file holds every dependency, those for other platforms included', () => {
  const missing = Object.entries(packages).flatMap(([place, { dependencies, optionalDependencies }]) =>
    Object.keys({ ...dependencies, ...optionalDependencies })
      .filter((name) => !isFoundFrom(place, name))
      .map((name) => `${place} needs ${name}`),
  );
  expect(missing).toEqual([]);
});

test('every version in package.json is exact, and only what cannot be bundled is installed for users', () => {
  const { dependencies, devDependencies, overrides } = read('package.json');
  const versions: string[] = Object.values({ ...dependencies, ...devDependencies, ...overrides });
  expect(versions.filter((version) => !/^(npm:[\w-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
  expect(Object.keys(dependencies)).toEqual(['better-sqlite3']);
});

/** Looks where Node would look: in the package's own folder, then in every one above. */
function isFoundFrom(place: string, name: string): boolean {
  if (`${place === '' ? '' : `${place}/`}node_modules/${name}` in packages) return true;
  const above = place.lastIndexOf('node_modules/');
  return place !== '' && isFoundFrom(place.slice(0, Math.max(0, above)).replace(/\/$/, ''), name);
}
