import { createHash } from 'node:crypto';
import {
  type BigIntStats,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { runFolder } from './test-data.ts';

interface FirstCommit {
  /** A repository of `newRepository` without a commit. */
  readonly folder: string;
  readonly message: string;
  /** The author, and whatever else of the environment the commit depends on. */
  readonly by: string;
  git(...args: readonly string[]): unknown;
}

/** What a commit adds to a repository. */
const ADDED = ['COMMIT_EDITMSG', 'index', 'logs', 'objects', 'refs'];

/**
 * Commits everything in a new repository. Git does it for the first test of a run that has these very files; the others
 * get a copy of what it made, because two gits take longer to start than a few files to copy.
 */
export function firstCommit(commit: FirstCommit): void {
  const { folder, git, message } = commit;
  const run = runFolder();
  const kept = run === undefined ? undefined : path.join(run, 'commits', keyOf(commit));
  if (kept !== undefined && existsSync(kept)) {
    cpSync(kept, path.join(folder, '.git'), { recursive: true });
    knowFiles(folder);
    return;
  }
  git('add', '--all');
  git('commit', '--quiet', '--allow-empty', `--message=${message}`);
  if (kept !== undefined) keep(path.join(folder, '.git'), kept);
}

/** By a rename, because other processes of the run make the same. */
function keep(repository: string, kept: string): void {
  mkdirSync(path.dirname(kept), { recursive: true });
  const made = mkdtempSync(`${kept}.`);
  for (const name of ADDED.filter((one) => existsSync(path.join(repository, one))))
    cpSync(path.join(repository, name), path.join(made, name), { recursive: true });
  try {
    renameSync(made, kept);
  } catch {
    rmSync(made, { recursive: true });
  }
}

/** Names all that git reads: the files, the settings of the repository, and who commits. */
function keyOf({ folder, message, by }: FirstCommit): string {
  const hash = createHash('sha256').update(JSON.stringify([message, by]));
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()) {
    const at = path.join(folder, name);
    const stats = lstatSync(at);
    if (stats.isDirectory()) continue;
    const content = stats.isSymbolicLink() ? readlinkSync(at) : readFileSync(at);
    hash
      .update(JSON.stringify([name, stats.mode]))
      .update(content)
      .update('\0');
  }
  return hash.digest('hex');
}

const HEADER_BYTES = 12;
/** Bytes of an entry before its name: what git knows of the file on the disk, its hash, its flags. */
const ENTRY_BYTES = 62;

/** Writes into the index what git knows of the files by their state on the disk; it would take them for changed. */
function knowFiles(folder: string): void {
  const file = path.join(folder, '.git', 'index');
  if (!existsSync(file)) return;
  const index = readFileSync(file);
  let at = HEADER_BYTES;
  for (let left = index.readUInt32BE(8); left > 0; left -= 1) {
    const end = index.indexOf(0, at + ENTRY_BYTES);
    const place = Buffer.concat([Buffer.from(`${folder}/`), index.subarray(at + ENTRY_BYTES, end)]);
    writeState(index, at, lstatSync(place, { bigint: true }));
    at += Math.ceil((end + 1 - at) / 8) * 8;
  }
  const content = index.subarray(0, -20);
  writeFileSync(file, Buffer.concat([content, createHash('sha1').update(content).digest()]));
}

const SECOND_NS = 1_000_000_000n;

/** In the order in which the format has them, with the mode of the file between. */
function writeState(index: Buffer, at: number, stats: BigIntStats): void {
  const { ctimeNs, mtimeNs, dev, ino, uid, gid, size } = stats;
  const times = [ctimeNs, mtimeNs].flatMap((ns) => [ns / SECOND_NS, ns % SECOND_NS]);
  const values = [...times, dev, ino, undefined, uid, gid, size];
  for (const [place, value] of values.entries()) {
    if (value !== undefined) index.writeUInt32BE(Number(BigInt.asUintN(32, value)), at + 4 * place);
  }
}
