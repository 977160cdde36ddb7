import { accessSync, constants, existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import { speakerOf } from '../../app/feature-ports.ts';
import { commandPolicy, environmentOf, hostPlatform, projectFolders } from '../../app/host-context.ts';
import { ownerFiles } from '../../app/reading.ts';
import { BOOTSTRAP_NAMES } from '../../contracts/assignment.ts';
import type { Sandbox } from '../../contracts/exec.ts';
import { type Clock, systemClock } from '../../core/clock.ts';
import { codeOf, isFailure, messageOf, sentenceIn } from '../../core/failure.ts';
import { LOCALES, type Locale } from '../../core/texts/texts.ts';
import { machineZone } from '../../core/time-zone.ts';
import type { CheckUpKind, Finding } from '../../features/doctor/check-ups.ts';
import type {
  CellFacts,
  DiskFacts,
  DoctorFacts,
  LockFacts,
  McpFacts,
  ModelProbe,
  ProjectHealth,
  ProjectsFacts,
  RemoteFacts,
  SkillFacts,
  SpeechFacts,
} from '../../features/doctor/facts.ts';
import { judgeFacts } from '../../features/doctor/judge/judge.ts';
import {
  type LinkSource,
  measureRecords,
  metricsPortOf,
  wrongZoneIn,
} from '../../features/doctor/measure-facts.ts';
import { doctorWords } from '../../features/doctor/texts/texts.ts';
import { createLockStore } from '../../features/lock/lock.ts';
import { openFactorFile } from '../../features/lock/pin-and-totp.ts';
import { findServers } from '../../features/mcp/config/find-servers.ts';
import { openSkills } from '../../features/skills/open-skills.ts';
import { createGit } from '../../git/git.ts';
import { gitIdentity } from '../../git/repository.ts';
import { checkKey } from '../../models/check-key.ts';
import { modelIdOf, profileOf } from '../../models/profile.ts';
import { findProgram } from '../../processes/command-environment.ts';
import type { Settings } from '../../settings/settings.ts';
import { type Database, openForReading } from '../../store/database.ts';
import { checkOf } from '../answer-control.ts';
import { askControl } from '../control/control-client.ts';
import type { ProgramLink } from '../program-link.ts';

const CONTROL_WITHIN_MS = 40_000;

export interface CheckUpParts {
  readonly settings: Settings;
  readonly packageRoot: string;
  readonly version: string;
  readonly sandbox: Sandbox;
  /** True: no requests to a model or a remote. */
  readonly offline: boolean;
  /** True: no speech is made, which would be paid for. */
  readonly isLook: boolean;
  readonly linkSource: LinkSource;
  /** How this cell is connected; undefined for a program that is no cell. */
  cellSource(): Promise<CellFacts | undefined>;
}

/** Measures everything, and judges the facts. */
export async function checkUp(parts: CheckUpParts, locale: Locale): Promise<readonly Finding[]> {
  return judgeFacts(await measureFacts(parts, systemClock, locale), doctorWords(locale));
}

/** The link of this program; a look at it sends no message. */
export function ownLink(
  current: () => ProgramLink | undefined,
  locale: Locale,
  how: CheckUpKind,
): LinkSource {
  return async () => {
    const link = current();
    if (link === undefined) return undefined;
    const check = how === 'look' ? undefined : await checkOf(link, locale);
    return { live: link.report(), check };
  };
}

/** The link of the program on the same data folder. */
export function runningLink({ folders }: Settings): LinkSource {
  return async () => {
    const signal = AbortSignal.timeout(CONTROL_WITHIN_MS);
    const answers = await askControl(folders.data, { ask: 'doctor' }, signal);
    if (answers === undefined) return undefined;
    for await (const answer of answers) {
      if (answer.say === 'doctor') return { live: answer.link, check: answer.check };
    }
    return undefined;
  };
}

const MODEL_WITHIN_MS = 20_000;
const REMOTE_WITHIN_MS = 8000;

/**
 * Measures everything in parallel; takes 20 s at most. Changes nothing, except for one message that is deleted again.
 */
async function measureFacts(parts: CheckUpParts, clock: Clock, locale: Locale): Promise<DoctorFacts> {
  const { settings, version, sandbox, linkSource, cellSource } = parts;
  const [records, disk, model, project, state, metricsPort, commandsProblem, skills, speech, cell] =
    await Promise.all([
      measureRecords({
        folder: settings.folders.data,
        access: settings.access.list,
        linkSource,
        clock,
        locale,
      }),
      diskOf(settings.folders.data),
      modelOf(parts, clock),
      projectOf(parts, locale),
      sandbox.state(),
      metricsPortOf(settings.metricsPort),
      commandsProblemOf(parts, locale),
      skillsOf(settings),
      speechOf(parts, clock, locale),
      cellSource(),
    ]);
  const { access, policy, channels } = settings;
  return {
    versions: { program: version, node: process.versions.node },
    clock: { nowMs: clock.nowMs(), timeZone: machineZone() },
    whatsApp: {
      channels,
      access: { ...access.list, people: [...access.list.people, ...records.invited] },
      link: records.link,
    },
    cell,
    model,
    project,
    projects: projectsFacts(settings),
    writeEnabled: access.writeEnabled,
    commandsProblem,
    sandbox: { state, isRequired: policy.sandbox === 'required' },
    hasRipgrep: findProgram('rg', environmentOf(settings).PATH ?? '') !== undefined,
    disk,
    database: records.database,
    setup: {
      bootstrap: ownerFiles(settings)(settings.workspace.projectRoot, BOOTSTRAP_NAMES),
      skills,
      metricsPort,
      wrongZone: wrongZoneIn(settings.hostEnvironment),
      speech,
      mcp: mcpOf(settings, records.outsideAgents),
      lock: lockFacts(settings.folders.data),
    },
  };
}

function mcpOf({ folders, workspace }: Settings, outsideAgents: readonly string[]): McpFacts {
  const { servers, faults } = findServers({ config: folders.config, project: workspace.projectRoot });
  return { servers: servers.length, faults, outsideAgents };
}

async function commandsProblemOf(
  { settings, packageRoot }: CheckUpParts,
  locale: Locale,
): Promise<string | undefined> {
  try {
    const environment = environmentOf(settings);
    await commandPolicy({ settings, environment, packageRoot, linked: () => [] }, hostPlatform());
    return undefined;
  } catch (error) {
    if (!isFailure(error)) throw error;
    return sentenceIn(locale, error);
  }
}

async function skillsOf({ folders, workspace }: Settings): Promise<SkillFacts | undefined> {
  const { found, unusable } = await openSkills(folders).in(workspace.projectRoot);
  if (found.length + unusable.length === 0) return undefined;
  return { usable: found.length, unusable: unusable.map(({ place }) => place) };
}

/** The folder is created at the first start: until then its parent counts. */
async function diskOf(folder: string): Promise<DiskFacts> {
  let there = folder;
  while (!existsSync(there) && dirname(there) !== there) there = dirname(there);
  try {
    accessSync(there, constants.R_OK | constants.W_OK | constants.X_OK);
    const { bavail, bsize } = await statfs(there);
    return { freeBytes: bavail * bsize };
  } catch (error) {
    return { problem: messageOf(error) };
  }
}

async function modelOf({ settings, offline }: CheckUpParts, clock: Clock): Promise<ModelProbe> {
  const { id, profiles, apiKey, baseUrl } = settings.model;
  // That there is no key is known without the network.
  if (offline && (apiKey !== undefined || baseUrl !== undefined)) return { kind: 'skipped' };
  const startedUpMs = clock.upMs();
  const signal = AbortSignal.timeout(MODEL_WITHIN_MS);
  const answer = await checkKey({ apiKey, baseUrl, model: modelIdOf(profileOf(profiles, id), id), signal });
  return { kind: 'asked', id, answer, tookMs: Math.round(clock.upMs() - startedUpMs) };
}

async function speechOf(
  { settings, offline, isLook }: CheckUpParts,
  clock: Clock,
  locale: Locale,
): Promise<SpeechFacts | undefined> {
  const speak = speakerOf(settings);
  if (speak === undefined || isLook) return undefined;
  if (offline) return { kind: 'skipped' };
  const startedUpMs = clock.upMs();
  const { signal } = new AbortController();
  try {
    // Each language has a voice of its own, and either may be unknown to the service.
    await Promise.all(LOCALES.map((spoken) => speak('ok', spoken, signal)));
    return { kind: 'speaks', tookMs: Math.round(clock.upMs() - startedUpMs) };
  } catch (error) {
    if (!isFailure(error)) throw error;
    return { kind: 'fails', why: sentenceIn(locale, error) };
  }
}

async function projectOf({ settings, offline }: CheckUpParts, locale: Locale): Promise<ProjectHealth> {
  const path = settings.workspace.projectRoot;
  const environment = environmentOf(settings);
  const git = createGit({ root: path, environment, token: settings.github.token });
  try {
    if (!(await git.isRepository())) return { kind: 'no-repository', path };
    const [identity, remote] = await Promise.all([
      gitIdentity({ root: path, environment }),
      remoteOf(git, offline, locale),
    ]);
    return { kind: 'repository', path, identity, remote };
  } catch (error) {
    if (!isFailure(error)) throw error;
    return { kind: 'git-fails', why: sentenceIn(locale, error) };
  }
}

function projectsFacts(settings: Settings): ProjectsFacts | undefined {
  const { root, list } = projectFolders(settings);
  return root === undefined ? undefined : { root, count: list().found.length, isWritable: isWritable(root) };
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return false;
  }
}

async function remoteOf(
  git: ReturnType<typeof createGit>,
  offline: boolean,
  locale: Locale,
): Promise<RemoteFacts> {
  const url = await git.remotes.url('origin');
  if (url === undefined) return { kind: 'none' };
  if (offline) return { kind: 'set', url, reach: undefined };
  const branch = (await git.defaultBranch()) ?? 'main';
  try {
    await git.remotes.head('origin', branch, AbortSignal.timeout(REMOTE_WITHIN_MS));
    return { kind: 'set', url, reach: 'reached' };
  } catch (error) {
    if (!isFailure(error)) throw error;
    return { kind: 'set', url, reach: { why: sentenceIn(locale, error) } };
  }
}

/**
 * Whether a PIN or codes are set up, and whether they can be checked. A database that cannot be read is reported by
 * another line.
 */
function lockFacts(data: string): LockFacts | undefined {
  const path = join(data, 'wasap.db');
  if (!existsSync(path)) return undefined;
  try {
    const database = openForReading(path);
    try {
      return factsIn(database, data);
    } finally {
      database.close();
    }
  } catch (error) {
    if (!isFailure(error)) throw error;
    return undefined;
  }
}

function factsIn(database: Database, data: string): LockFacts | undefined {
  if (!hasTable(database)) return undefined;
  const rows = createLockStore(database);
  const factor = rows.factor();
  if (factor === undefined) return undefined;
  const isSound = openFactorFile(data, () => undefined).read()?.kind === factor.kind;
  return { kind: isSound ? factor.kind : 'broken', locked: rows.countLocked() };
}

/** An older program has used it last. */
function hasTable(database: Database): boolean {
  const named = database.read(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name = 'lock_factor'",
    z.object({ name: z.string() }),
  );
  return named.get({}) !== undefined;
}
