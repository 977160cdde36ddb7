import { join } from 'node:path';
import { openPersistence } from '../../app/persistence.ts';
import { createRedaction } from '../../app/redaction.ts';
import type { LinkParts } from '../../app.ts';
import type { RelinkableChannel } from '../../channels/whatsapp/relinkable.ts';
import { withRedaction } from '../../channels/with-redaction.ts';
import { type ClusterDatabase, openClusterDatabase } from '../../cluster/cluster-database.ts';
import { createSeal } from '../../cluster/copies/link-copies.ts';
import { type FrontName, frontName } from '../../cluster/names.ts';
import { copyPeople, createPeopleRows, type PeopleCopy } from '../../cluster/people.ts';
import type { CliHost } from '../../contracts/sub-command.ts';
import { systemClock } from '../../core/clock.ts';
import { Failure } from '../../core/failure.ts';
import type { Log } from '../../core/log.ts';
import { fault } from '../../core/texts/faults.ts';
import { type Front, type FrontFacts, startFront } from '../../front/front.ts';
import type { SharedLink } from '../../front/hold-name.ts';
import { createOwnName, type OwnName } from '../../front/journal.ts';
import { type CopiedRows, createCopiedRows, createLinkCopy } from '../../front/link-copy.ts';
import { localeIn } from '../../gateway/incoming/language.ts';
import { codeHashIn, createAccessCheck } from '../../gateway/people/access.ts';
import { watchForStall } from '../../processes/stall-watch.ts';
import { readSettings, type Settings } from '../../settings/settings.ts';
import type { OpenStore } from '../../store/open.ts';
import { answerControl } from '../answer-control.ts';
import { writeComplaint } from '../complain.ts';
import { type ControlServer, serveControl } from '../control/control-server.ts';
import { type ProgramLink, programLinks } from '../program-link.ts';
import { echoOn, whenAskedToEnd } from '../run-app.ts';
import { type ClusterTexts, clusterWords } from './texts/texts.ts';
import { clusterUrl } from './with-cluster.ts';

export interface FrontOptions {
  readonly name: string;
}

const EXIT_BROKEN = 1;

/** @returns the exit code: 0 when it was asked to end */
export async function runFront(host: CliHost, options: FrontOptions): Promise<number> {
  const { packageRoot, version } = host;
  const read = await readSettings({ packageRoot });
  // Other configured channels belong to the cells: a front talks on WhatsApp alone.
  const settings: Settings = { ...read, channels: ['whatsapp'] };
  const { cluster: words } = clusterWords(settings.terminalLocale);
  const name = nameIn(options, words);
  const url = clusterUrl(settings, words);
  const { redactor } = createRedaction(settings);
  const { log, store, traces } = openPersistence(
    { settings, version, echo: echoOn(host, settings) },
    redactor,
  );
  claimFolder(createOwnName(store.database), name, words);
  const rows = ownRows(store, settings, words);
  const asked = whenAskedToEnd();
  let front: Front | undefined;
  const link = await openLink(host, settings, {
    store: tellingOfCommits(store, () => front?.wakeCopy()),
    log,
    redactor,
  });
  const show = (line: string): void => void host.output.write(`${line}\n`);
  const db = await connectToCluster({ url, name, log, ready: () => show(words.frontReady(name)) });
  const accessCheck = createAccessCheck(settings.access.list, store.people, store.outsideAgents);
  front = await startFront({
    db,
    database: store.database,
    name,
    version,
    channel: withRedaction(link.channel, redactor),
    facts: () => frontFacts(link),
    shared: sharedLink(link.channel, { settings, db, rows, name, words, show, log }),
    refusal(message) {
      const admission = accessCheck(message, link.channel.capabilities);
      return admission.kind === 'refused' ? admission.reason : undefined;
    },
    people: copyIn(store, db, log),
    codeIn: codeHashIn,
    hasOpen: () => store.people.openInvitation() !== undefined,
    languageOf: localeIn,
    locale: settings.terminalLocale,
    folder: join(settings.folders.data, 'front-media'),
    clock: systemClock,
    log,
  });
  const { updateFacts } = front;
  const unwatch = link.watch(updateFacts);
  const control = await serveControl(settings.folders.data, {
    answer: answerControl(link, settings, refuseOutside),
    log,
  });
  const endWatch = watchForStall({ packageRoot: host.packageRoot, dataFolder: settings.folders.data });
  const end = await firstEnd(asked.ended, front, link);
  if (end !== undefined) writeComplaint(host.errors, end);
  asked.release();
  unwatch();
  await closeFront(front, control);
  await traces.close();
  store.close();
  endWatch();
  return end === undefined ? 0 : EXIT_BROKEN;
}

interface ConnectingParts {
  readonly url: string;
  readonly name: FrontName;
  readonly log: Log;
  ready(): void;
}

async function connectToCluster({ url, name, log, ready }: ConnectingParts): Promise<ClusterDatabase> {
  const clock = systemClock;
  const db = await openClusterDatabase({ url, name: `wasap front ${name}`, supervises: true, clock, log });
  void db.ready.then(ready, () => undefined);
  return db;
}

/** Without its secret the program cannot know whether another machine has gone on with the link of this folder. */
function ownRows(
  { database }: OpenStore,
  { clusterSecret }: Settings,
  words: Pick<ClusterTexts, 'noSecret'>,
): CopiedRows {
  const rows = createCopiedRows(database);
  if (clusterSecret === undefined && rows.tokens().length > 0) throw new Failure('denied', words.noSecret);
  return rows;
}

interface SharedParts {
  readonly settings: Pick<Settings, 'clusterSecret'>;
  readonly db: ClusterDatabase;
  readonly rows: CopiedRows;
  readonly name: FrontName;
  readonly words: ClusterTexts;
  show(line: string): void;
  readonly log: Log;
}

/** Undefined without CLUSTER_SECRET: a link is never put into PostgreSQL unencrypted, or unasked. */
function sharedLink(
  channel: RelinkableChannel,
  { settings: { clusterSecret }, db, rows, name, words, show, log }: SharedParts,
): SharedLink | undefined {
  if (clusterSecret === undefined) return undefined;
  const seal = createSeal(clusterSecret, `wasap front ${name}`);
  return {
    copy: createLinkCopy({ db, rows, front: name, seal, clock: systemClock, log }),
    pause: () => channel.pause(),
    resume: () => channel.resume(),
    onWait: () => show(words.frontWaits(name)),
    onTakeOver: () => show(words.frontTookOver(name)),
    replaced: words.frontReplaced(name),
  };
}

/** The channel waits for the disk after each commit and before anything of it goes out. */
function tellingOfCommits(store: OpenStore, committed: () => void): OpenStore {
  const whatsapp = store.whatsapp();
  const waitForFlush = (): Promise<void> => {
    committed();
    return whatsapp.waitForFlush();
  };
  return { ...store, whatsapp: () => ({ ...whatsapp, waitForFlush }) };
}

/** The people of all machines and the open invitation: a front lets them in for every machine. */
function copyIn({ database, people }: LinkParts['store'], db: ClusterDatabase, log: Log): PeopleCopy {
  const invitedHere = () => people.all();
  const rows = createPeopleRows(database);
  return copyPeople({ db, rows, invitedHere, readsCodes: true, clock: systemClock, log });
}

function nameIn({ name }: FrontOptions, words: ClusterTexts): FrontName {
  const valid = frontName(name);
  if (valid === undefined) throw new Failure('invalid', words.wrongName(name));
  return valid;
}

/** The journal belongs to one front: under another name its chats would be new ones, and lose their cells. */
function claimFolder(own: OwnName, name: FrontName, words: ClusterTexts): void {
  const earlier = own.get();
  if (earlier === undefined) own.set(name);
  else if (earlier !== name) throw new Failure('conflict', words.otherFront(earlier, name));
}

async function openLink(
  { packageRoot, output }: CliHost,
  settings: Settings,
  { store, log, redactor }: Pick<LinkParts, 'store' | 'log' | 'redactor'>,
): Promise<ProgramLink> {
  const show = (lines: readonly string[]): void => void output.write(`${lines.join('\n')}\n`);
  const links = programLinks(settings, { show, terminal: output });
  // A front has no features that hide a word of a message; the cell hides it before it stores it.
  await links.linked({ packageRoot, store, log, redactor, maskWords: (text) => text });
  const link = links.current();
  if (link === undefined) throw new Error('a front always has a link');
  return link;
}

function frontFacts({ channel }: ProgramLink): FrontFacts {
  const { name, capabilities } = channel;
  const { phone, lid } = channel.own;
  const own = { ...(phone === undefined ? {} : { phone }), ...(lid === undefined ? {} : { lid }) };
  return { channel: name, capabilities, own };
}

/** Other agents start tasks, which only a cell can run. */
async function refuseOutside(): Promise<void> {
  throw new Failure('denied', fault('front-only-passes'));
}

/** Why the front ended by itself; undefined when it was asked to end. */
async function firstEnd(
  asked: Promise<unknown>,
  { displaced }: Front,
  { channel }: ProgramLink,
): Promise<string | undefined> {
  return await Promise.race([
    asked.then(() => undefined),
    displaced,
    channel.ended.then((end) => (end.kind === 'broken' ? end.reason : end.kind)),
  ]);
}

async function closeFront(front: Front, control: ControlServer | undefined): Promise<void> {
  await control?.close();
  await front.stop();
}
