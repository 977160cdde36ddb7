import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readlinkSync,
  readSync,
  realpathSync,
} from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../../core/failure.ts';
import { languageOf } from '../languages.ts';
import { type Declaration, declarationsIn } from './declarations.ts';
import type { SourceWords } from './words.ts';

/**
 * Purpose of a source file, by its path. `aside`: examples, scripts, benchmarks and settings. `made`: generated, or
 * written by others.
 */
export type FileKind = 'own' | 'test' | 'aside' | 'made';

/** Source code that no grammar here reads. */
const OTHER_SOURCES =
  'astro clj cljs coffee cr dart elm erl ex exs fs fsx groovy hs jl lua m ml mli mm nim pas pl pm proto r scala sol sql svelte tcl v vue zig';
const OTHER_ENDINGS: ReadonlySet<string> = new Set(OTHER_SOURCES.split(' '));

const MADE_FOLDERS = folders(
  'node_modules bower_components vendor vendors _vendor third_party third-party thirdparty external dist build out target generated __generated__ gen .yarn',
);
const TEST_FOLDERS = folders(
  'test tests __tests__ __mocks__ spec specs e2e testing testdata fixtures __fixtures__ test-data cypress',
);
const ASIDE_FOLDERS = folders(
  'example examples sample samples demo demos doc docs documentation website bench benches benchmark benchmarks script scripts tools hack contrib playground playgrounds migrations stories locale locales i18n .github .storybook',
);

const MADE_NAME = /(?:\.min|\.bundle|[.-]generated|\.g|\.pb|_pb2|_pb2_grpc|\.designer)\.\w+$/i;
const TEST_NAME = /(?:[._-](?:test|tests|spec|e2e|stories)|(?:Tests?|Spec|IT))\.\w+$|^(?:test_|conftest\.)/;
const ASIDE_NAME = /(?:^|[.-])config\.\w+$|^(?:setup\.py|gulpfile\.\w+|gruntfile\.\w+)$|^\./i;

export function isSourcePath(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (OTHER_ENDINGS.has(name.slice(name.lastIndexOf('.') + 1).toLowerCase())) return name.includes('.');
  return languageOf(path)?.by === 'grammar';
}

/** Share of files that are made, from which on they are what the project consists of: a package as it is published. */
const ALL_MADE = 0.9;

/** In the order of the paths. */
export function kindsOf(paths: readonly string[]): readonly FileKind[] {
  const all = new Set(paths);
  const kinds = paths.map(fileKind);
  const made = kinds.filter((kind) => kind === 'made').length;
  const isPublished = made >= paths.length * ALL_MADE;
  return kinds.map((kind, at) => {
    const path = paths[at] ?? '';
    if (isBesideItsCode(path, all)) return 'aside';
    return isPublished && kind === 'made' && !MADE_NAME.test(path) ? 'own' : kind;
  });
}

/** `a.d.ts` beside `a.js` declares the same once more. */
function isBesideItsCode(path: string, all: ReadonlySet<string>): boolean {
  const [, stem, letter = ''] = /^(.*)\.d\.([mc]?)ts$/.exec(path) ?? [];
  return stem !== undefined && all.has(`${stem}.${letter}js`);
}

function fileKind(path: string): FileKind {
  const names = path.split('/');
  const name = names.pop() ?? '';
  const within = (known: ReadonlySet<string>): boolean => names.some((one) => known.has(one.toLowerCase()));
  if (MADE_NAME.test(name) || within(MADE_FOLDERS)) return 'made';
  if (TEST_NAME.test(name) || within(TEST_FOLDERS)) return 'test';
  return ASIDE_NAME.test(name) || within(ASIDE_FOLDERS) ? 'aside' : 'own';
}

/** Matches the beginning of a file that says that a program wrote it. */
const SAYS_MADE =
  /@generated\b|\bDO NOT (?:EDIT|MODIFY)\b|\bautomatically generated\b|\bauto-?generated (?:by|file|from)\b/i;
const BEGINNING = 1_000;
/** Nobody writes several lines of this length in a row. */
const LONG_LINES = 300;

/** True for code that a program made, by its text. */
export function isMadeText(text: string): boolean {
  if (SAYS_MADE.test(text.slice(0, BEGINNING))) return true;
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1;
  return text.length / lines > LONG_LINES;
}

function folders(names: string): ReadonlySet<string> {
  return new Set(names.split(' '));
}

/** Larger files hold data, or were made by a program. In bytes. */
const MAX_SOURCE_BYTES = 512 * 1024;

/** A regular file that is there. */
export interface SourceFileStat {
  readonly path: string;
  /** Changes whenever the file does. */
  readonly state: string;
  readonly bytes: number;
}

/** Undefined for links, pipes, folders, and files that are missing or not accessible. */
export function statSource(root: string, path: string): SourceFileStat | undefined {
  try {
    const found = lstatSync(join(root, path), { throwIfNoEntry: false });
    if (found === undefined || !found.isFile()) return undefined;
    // A file with a back-dated modification time still has a new change time, which nobody can set.
    const { size, mtimeMs, ctimeMs, ino } = found;
    return { path, state: `${size} ${mtimeMs} ${ctimeMs} ${ino}`, bytes: size };
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return undefined;
  }
}

/**
 * Its bytes; undefined when it is too large or binary, and when something else is in its place by now: a name may
 * have become a link to outside, or a pipe.
 */
export function readInside(root: string, path: string): Buffer | undefined {
  let opened: number | undefined;
  try {
    const real = join(root, path);
    opened = openSync(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const found = fstatSync(opened);
    const { size } = found;
    if (!found.isFile() || size > MAX_SOURCE_BYTES || openedPath(opened, real) !== real) return undefined;
    const bytes = Buffer.allocUnsafe(size);
    const text = bytes.subarray(0, readSync(opened, bytes, 0, size, 0));
    return text.includes(0) ? undefined : text;
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return undefined;
  } finally {
    if (opened !== undefined) closeSync(opened);
  }
}

/** According to the system; elsewhere by resolving its name again. */
function openedPath(opened: number, name: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${opened}`);
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return realpathSync(name);
  }
}

/** Facts about a file's text for the ranking. */
export interface FileReading {
  /** A program made it, or it cannot be read: then it is known by its name alone. */
  readonly isMade: boolean;
  readonly declared: readonly Declaration[];
  /** Each once, as hashes in ascending order. */
  readonly words: Uint32Array;
}

export const UNREAD: FileReading = { isMade: true, declared: [], words: new Uint32Array() };

export function readFileFor(root: string, { path, bytes }: SourceFileStat, words: SourceWords): FileReading {
  const read = bytes > MAX_SOURCE_BYTES ? undefined : readInside(root, path);
  const text = read?.toString('latin1');
  if (read === undefined || text === undefined || isMadeText(text)) return UNREAD;
  return { isMade: false, declared: declarationsIn(path, text), words: words.in(read) };
}
