import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { codeOf, Failure } from '../../src/core/failure.ts';
import { sha256 } from '../../src/core/json.ts';
import { openMetrics } from '../../src/features/metrics/metrics.ts';
import { Program } from '../support/program.ts';
import { git } from '../support/sample-project.ts';
import { PROJECT_SCRIPTS, placesIn } from '../support/scene.ts';
import { storedRows } from '../support/stored-rows.ts';
import { EFFECTS_FILE } from './counting-project.ts';

const ROW_COUNTS = {
  'message accepted': 'SELECT count(*) FROM inbox',
  'message handled': "SELECT count(*) FROM inbox WHERE state = 'done'",
  'session begun': "SELECT count(*) FROM sessions WHERE status <> 'queued'",
  'message of the history': 'SELECT count(*) FROM history',
  'call named': 'SELECT count(*) FROM calls',
  'call started': 'SELECT count(*) FROM calls WHERE started_at_ms IS NOT NULL',
  'call done': "SELECT count(*) FROM calls WHERE state = 'done'",
  'file written': 'SELECT count(*) FROM files_written',
  'commit noted': 'SELECT count(*) FROM commits',
  'message being sent': "SELECT count(*) FROM outbox WHERE state IN ('sending', 'sent')",
  'message sent': "SELECT count(*) FROM outbox WHERE state = 'sent'",
  'session ended': 'SELECT count(*) FROM sessions WHERE ended_at_ms IS NOT NULL',
} as const;

const FILE_RECORDS = [
  'transcript line',
  'command claimed',
  'effect of a command',
  'end of a command',
  'line for the person',
] as const;

type RowKind = keyof typeof ROW_COUNTS;
export type RecordKind = RowKind | (typeof FILE_RECORDS)[number];

// The keys of a literal are exactly its type's.
const ROW_KINDS = Object.keys(ROW_COUNTS) as readonly RowKind[];
export const RECORD_KINDS: readonly RecordKind[] = [...ROW_KINDS, ...FILE_RECORDS];

/** Records that stand at one moment, counted from outside while the program runs. */
export type Records = Readonly<Record<RecordKind, number>>;

/** What is left when everything is over. Two runs that did the same have equal remains. */
export interface Remains {
  readonly exitCode: number | null;
  /** What the person read, without progress and notices of a restart. */
  readonly conversation: string;
  /** Progress that was shown more than once. */
  readonly repeatedProgress: readonly string[];
  readonly effects: readonly string[];
  /** Name and hash of each of the project's files. */
  readonly files: readonly string[];
  readonly committedTree: string;
  readonly commits: string;
  readonly gitProblems: string;
  readonly databaseProblems: string;
  /** Calls of which the model was told that nobody knows what became of them. */
  readonly interrupted: readonly string[];
  readonly notices: number;
  /** In or out, as `wasap metrics` counts them. */
  readonly messagesLost: number;
}

/** The place of one run: a project, a data folder, and one regular file that takes what every program prints. */
export class CrashSite {
  readonly #folder: string;
  readonly #modelUrl: string;
  readonly #output: string;

  constructor(folder: string, template: string, modelUrl: string) {
    this.#folder = folder;
    this.#modelUrl = modelUrl;
    this.#output = path.join(folder, 'output.txt');
    const { workspace, configDir } = placesIn(folder);
    cpSync(template, workspace, { recursive: true });
    mkdirSync(configDir);
    writeFileSync(path.join(configDir, 'agent.yaml'), PROJECT_SCRIPTS);
  }

  start(): Program {
    const stdout = openSync(this.#output, 'a');
    try {
      return new Program({ ...placesIn(this.#folder), modelUrl: this.#modelUrl, stdout });
    } finally {
      closeSync(stdout);
    }
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Zero of everything as long as there is no database. */
  records(): Records {
    const { dataDir } = placesIn(this.#folder);
    const commands = filesIn(path.join(dataDir, 'processes'));
    return {
      ...this.#rowCounts(),
      'transcript line': linesIn(path.join(dataDir, 'agent_sessions')),
      'command claimed': commands.filter((file) => file.endsWith('/claim')).length,
      'effect of a command': this.#effects().length,
      'end of a command': commands.filter((file) => file.endsWith('/exit.json')).length,
      'line for the person': this.#printed().split('\n').length - 1,
    };
  }

  /** Restarts that the person was or surely will be told of when the next program starts. */
  noticesDue(): number {
    const sql = `SELECT (SELECT count(*) FROM outbox WHERE dedupe_key LIKE 'restart:%')
      + (SELECT count(*) FROM sessions WHERE status = 'running')`;
    return this.#query(sql, 0);
  }

  remains(exitCode: number | null): Remains {
    const { workspace } = placesIn(this.#folder);
    const printed = this.#printed();
    const progress = printed.match(PROGRESS) ?? [];
    const rounds = progress.map((line) => line.split(/[·:]/, 1)[0] ?? '');
    return {
      exitCode,
      conversation: withoutVolatile(printed.replace(PROGRESS, '').replace(STEP, '').replace(NOTICE, '')),
      repeatedProgress: rounds.filter((round, at) => rounds.indexOf(round) !== at),
      effects: this.#effects(),
      files: hashesOf(workspace),
      committedTree: git(workspace, 'rev-parse', 'HEAD^{tree}'),
      commits: git(workspace, 'log', '--format=%s'),
      gitProblems:
        git(workspace, 'fsck', '--strict', '--no-dangling') + git(workspace, 'status', '--porcelain'),
      databaseProblems: this.#query('PRAGMA integrity_check', ''),
      interrupted: this.#list("SELECT id FROM calls WHERE result LIKE '%Interrupted:%' ORDER BY seq"),
      notices: (printed.match(NOTICE) ?? []).length,
      messagesLost: this.#messagesLost(),
    };
  }

  #messagesLost(): number {
    const metrics = openMetrics(path.join(placesIn(this.#folder).dataDir, 'wasap.db'));
    try {
      return metrics.over({ sinceMs: 0, untilMs: Date.now() }).messages.lost;
    } finally {
      metrics.close();
    }
  }

  #effects(): readonly string[] {
    const file = path.join(this.#folder, EFFECTS_FILE);
    return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  }

  #printed(): string {
    return existsSync(this.#output) ? readFileSync(this.#output, 'utf8') : '';
  }

  #rowCounts(): Readonly<Record<RowKind, number>> {
    const counts = ROW_KINDS.map((kind) => `(${ROW_COUNTS[kind]})`);
    const values: unknown[] = JSON.parse(this.#query(`SELECT json_array(${counts.join(', ')})`, '[]'));
    // Built from the same table in the same order.
    return Object.fromEntries(ROW_KINDS.map((kind, at) => [kind, Number(values[at] ?? 0)])) as Record<
      RowKind,
      number
    >;
  }

  #list(sql: string): readonly string[] {
    return JSON.parse(this.#query(`SELECT json_group_array(id) FROM (${sql})`, '[]'));
  }

  /** The first value of the first row; `none` while the program has not made its tables. */
  #query<T>(sql: string, none: T): T {
    const { dataDir } = placesIn(this.#folder);
    if (!existsSync(path.join(dataDir, 'wasap.db'))) return none;
    try {
      const [row] = storedRows(dataDir, sql, z.record(z.string(), z.custom<T>()));
      return Object.values(row ?? {})[0] ?? none;
    } catch (error) {
      if (error instanceof Failure || codeOf(error) === 'SQLITE_ERROR') return none;
      throw error;
    }
  }
}

const PROGRESS = /^(🔧|📋) Round \d+.*\n/gmu;
/** A new program does not know which steps the killed one has printed last. */
const STEP = /^(?:⬜|▶️|✅|❌|⏭️) (?!Done:).*\n/gmu;
const NOTICE = /^🔄 .*\n.*\n/gmu;

function withoutVolatile(text: string): string {
  return text.replace(/💾 [0-9a-f]{7}/gu, '💾 <hash>').replace(/\d+ (s|min)\b/g, '<time>');
}

function filesIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}

function linesIn(folder: string): number {
  return filesIn(folder).reduce((sum, file) => sum + readFileSync(file, 'utf8').split('\n').length - 1, 0);
}

function hashesOf(workspace: string): readonly string[] {
  const files = filesIn(workspace).filter((file) => !file.startsWith(path.join(workspace, '.git/')));
  return files.map((file) => `${path.relative(workspace, file)} ${sha256(readFileSync(file))}`);
}
