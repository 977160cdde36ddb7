import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import type { App } from '../../app.ts';
import { CONSOLE } from '../../channels/console/console.ts';
import type { RunSession } from '../../contracts/feature.ts';
import type { SessionRecord } from '../../contracts/session.ts';
import type { CliHost } from '../../contracts/sub-command.ts';
import { systemClock } from '../../core/clock.ts';
import { Failure, isFailure, sentenceIn } from '../../core/failure.ts';
import { type ConversationId, conversationId, sessionIdOf } from '../../core/ids.ts';
import { isInside } from '../../core/paths.ts';
import { realPath } from '../../files/look-at-path.ts';
import { addressOf } from '../../gateway/conversation.ts';
import { readSettings, type Settings } from '../../settings/settings.ts';
import { openStore } from '../../store/open.ts';
import { chatCheckUp } from '../chat-check-up.ts';
import { confirmBroadProject } from '../confirm.ts';
import { openSandbox } from '../open-sandbox.ts';
import { openApp } from '../run-app.ts';
import { missingKey, openModel } from '../start/run-start.ts';
import { endedLine, jsonReporter, type Reporter, textReporter } from './events.ts';
import {
  createRunChannel,
  followTask,
  goOnWith,
  type Interruptions,
  watchInterruptions,
} from './follow-task.ts';
import { EXIT_CODES } from './outcome.ts';
import { createPermissionCheck } from './permissions.ts';
import { type RunTexts, runTexts } from './texts/texts.ts';

/** The command line. */
export interface RunOptions {
  readonly json?: true;
  /** Names of PERMISSIONS. */
  readonly yes: readonly string[];
  /** Each the beginning of commands. */
  readonly allow: readonly string[];
  /** Id of a session. */
  readonly resume?: string;
}

/** Chats of `wasap run`, one for each task: nothing of another chat reaches it. */
const RUN_CHAT = /^run-[0-9a-f]{12}$/;

/**
 * One task from its words to its report, in the repository of the current folder.
 * @returns the exit code, one of EXIT_CODES
 */
export async function runTask(host: CliHost, words: string, options: RunOptions): Promise<number> {
  const interruptions = watchInterruptions(host.unread);
  try {
    return await carryOut(host, { words, options, interruptions });
  } catch (error) {
    if (!isFailure(error)) throw error;
    const exitCode = EXIT_CODES['not-begun'];
    const { terminalLocale } = host;
    const reporter = options.json
      ? jsonReporter(host, (text) => text)
      : textReporter(host, runTexts(terminalLocale));
    const line = endedLine(
      { outcome: 'not-begun', exitCode, session: undefined, goOn: undefined, problem: error.message },
      undefined,
    );
    reporter.ended(line, sentenceIn(terminalLocale, error));
    return exitCode;
  } finally {
    interruptions.release();
  }
}

async function carryOut(
  host: CliHost,
  { words, options, interruptions }: { words: string; options: RunOptions; interruptions: Interruptions },
): Promise<number> {
  const permits = createPermissionCheck(options.yes, options.allow);
  const settings = await settingsFor(host);
  const said = runTexts(settings.terminalLocale);
  const task = (words === '-' ? await textOf(host.input) : words).trim();
  const resumed = options.resume === undefined ? undefined : sessionToResume(options.resume, settings, said);
  if (task === '' && resumed === undefined) throw new Failure('invalid', said.noTask);
  const conversation = resumed?.conversation ?? newConversation();
  let app: App | undefined;
  const reporter = options.json
    ? jsonReporter(host, (text) => app?.redactor.redact(text) ?? text)
    : textReporter(host, said);
  const channel = createRunChannel(addressOf(conversation).chat, {
    clock: systemClock,
    print: reporter.message,
  });
  const { packageRoot, version } = host;
  const sandbox = await openSandbox(settings, packageRoot);
  const model = openModel(settings, {
    spans: () => app?.traces.modelSpans,
    onRequest: host.onFirstModelRequest,
  });
  app = await openApp({
    settings,
    packageRoot,
    version,
    channels: [channel],
    model,
    sandbox,
    checkUp: chatCheckUp({ settings, packageRoot, version, sandbox, current: () => undefined }),
    watchRuns: createRunWatcher(conversation, { app: () => app, reporter }),
    takesOver: resumed?.id ?? 'none',
  });
  const opened = app;
  return await followTask(
    { app: opened, channel, conversation, permits, reporter, interruptions, words: said },
    {
      task,
      resumed,
    },
  );
}

function newConversation(): ConversationId {
  return conversationId(CONSOLE, `run-${randomUUID().replaceAll('-', '').slice(0, 12)}`);
}

/**
 * The person's own settings for the repository around the current folder.
 * @throws Failure for settings that cannot be used, without a repository, and without what a task needs
 */
async function settingsFor(host: CliHost): Promise<Settings> {
  const { packageRoot } = host;
  const own = await readSettings({ packageRoot });
  const said = runTexts(own.terminalLocale);
  const here = process.cwd();
  const repository = repositoryAround(realPath(here) ?? here);
  if (repository === undefined) throw new Failure('invalid', said.noRepository(here));
  const isOwn = isInside(own.workspace.projectRoot, repository);
  const settings = await readSettings({
    packageRoot,
    overrides: {
      PROJECT_ROOT: repository,
      PROJECTS_ROOT: '',
      // It names the repository of the usual project: a pull request for this one would go there.
      ...(isOwn ? {} : { GITHUB_REPO: '' }),
    },
  });
  if (!settings.access.writeEnabled) throw new Failure('denied', said.readOnly);
  const keyless = missingKey(settings);
  if (keyless !== undefined) throw new Failure('denied', keyless);
  await confirmBroadProject(settings, { input: host.input, output: host.output });
  return settings;
}

function repositoryAround(folder: string): string | undefined {
  if (existsSync(join(folder, '.git'))) return folder;
  return dirname(folder) === folder ? undefined : repositoryAround(dirname(folder));
}

/** @throws Failure unless it is a task that `wasap run` began in this repository */
function sessionToResume(named: string, { folders, workspace }: Settings, said: RunTexts): SessionRecord {
  const path = join(folders.data, 'wasap.db');
  const id = sessionIdOf(named);
  const store = id !== undefined && existsSync(path) ? openStore({ path }) : undefined;
  const session = id === undefined ? undefined : store?.sessions.get(id);
  store?.close();
  if (session === undefined || !RUN_CHAT.test(addressOf(session.conversation).chat))
    throw new Failure('not-found', said.noSession(named));
  if (session.project !== workspace.projectRoot)
    throw new Failure('invalid', said.otherProject(session.project));
  return session;
}

/** Reports what happens in the task's session, and nothing of others. */
function createRunWatcher(
  conversation: ConversationId,
  { app, reporter }: { app(): App | undefined; readonly reporter: Reporter },
): (run: RunSession) => RunSession {
  let isReported = false;
  return (run) => (id, control) => {
    const session = app()?.store.sessions.get(id);
    if (session?.conversation !== conversation) return run(id, control);
    if (!isReported) reporter.started(session, goOnWith(session));
    isReported = true;
    return run(id, {
      signal: control.signal,
      onEvent(event) {
        control.onEvent(event);
        reporter.event(event);
      },
    });
  };
}
