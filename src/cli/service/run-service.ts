import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import type { CliHost } from '../../contracts/sub-command.ts';
import { Failure } from '../../core/failure.ts';
import { shellWord } from '../../core/text.ts';
import type { Locale } from '../../core/texts/texts.ts';
import { replaceFile } from '../../files/replace-file.ts';
import { runHelper } from '../../processes/run-helper.ts';
import { explainSettings } from '../../settings/explain.ts';
import { readSettings, type Settings } from '../../settings/settings.ts';
import { askConfirmation, isBroad } from '../confirm.ts';
import { askHealth } from '../health.ts';
import { linkedNumber } from '../linked-number.ts';
import {
  type ServiceCommand,
  type ServiceManager,
  serviceManager,
  serviceProgram,
} from './service-manager.ts';
import type { serviceTexts } from './texts/en.ts';
import { serviceWords } from './texts/texts.ts';

export interface ServiceOptions {
  readonly yes?: true;
  readonly dryRun?: true;
}

interface ServiceContext {
  readonly host: CliHost;
  readonly settings: Settings;
  readonly manager: ServiceManager;
  readonly words: typeof serviceTexts;
  readonly locale: Locale;
}

const EXIT_INACTIVE = 1;
/** Stopping waits until everything is stored. */
const COMMAND_TIMEOUT_MS = 90_000;
const HEALTH_TIMEOUT_MS = 3000;

/** Set in the service itself, whatever the shell has. */
const CARRIED: readonly string[] = ['CHANNELS', 'CONFIG_DIR', 'DATA_DIR', 'PROJECT_ROOT'];

export async function installService(host: CliHost, { yes, dryRun }: ServiceOptions): Promise<void> {
  const context = await serviceContext(host);
  const { settings, manager, words } = context;
  assertStartable(context);
  const text = manager.describe(serviceProgram(settings, host.packageRoot));
  const isActive = await succeeds(manager.isActive, context);
  const start = manager.start(isActive);
  const isNew = !existsSync(manager.file);
  printLines(context, [
    isNew ? words.writes(manager.file) : words.replaces(manager.file),
    '',
    text,
    words.runs,
    ...start.map(shownCommand),
    '',
    ...(await serviceHints(context)),
  ]);
  if (dryRun) return;
  await assertManaged(context);
  if (!isActive) await assertNotRunning(context);
  await assertWanted(yes, words.install, context);
  replaceFile(manager.file, text);
  for (const command of start) await runShown(command, context);
  printLines(context, [
    words.installed,
    words.look,
    ...(manager.linger === undefined ? [] : [words.linger(manager.linger)]),
  ]);
}

/** @returns false when there was none */
export async function uninstallService(host: CliHost, { yes, dryRun }: ServiceOptions): Promise<boolean> {
  const context = await serviceContext(host);
  const { manager, words } = context;
  if (!existsSync(manager.file)) {
    printLines(context, [words.none(manager.file)]);
    return false;
  }
  const stop = manager.stop(await succeeds(manager.isActive, context));
  printLines(context, [
    words.runs,
    ...[...stop, ...manager.forget].map(shownCommand),
    '',
    words.removes(manager.file),
  ]);
  if (dryRun) return true;
  await assertManaged(context);
  await assertWanted(yes, words.uninstall, context);
  for (const command of stop) await runShown(command, context);
  replaceFile(manager.file, undefined);
  for (const command of manager.forget) await runShown(command, context);
  printLines(context, [words.uninstalled]);
  return true;
}

/** Prints how the service is; returns the exit code. */
export async function showService(host: CliHost): Promise<number> {
  const context = await serviceContext(host);
  const { settings, manager, words } = context;
  if (!existsSync(manager.file)) {
    printLines(context, [words.none(manager.file)]);
    return EXIT_INACTIVE;
  }
  const isActive = await succeeds(manager.isActive, context);
  const isCurrent =
    readFileSync(manager.file, 'utf8') === manager.describe(serviceProgram(settings, host.packageRoot));
  printLines(context, [
    isActive ? words.active : words.inactive,
    words.file(manager.file),
    ...(isCurrent ? [] : [words.outdated]),
  ]);
  return isActive ? 0 : EXIT_INACTIVE;
}

/** The file of a service that is installed for this user; undefined: there is none. */
export function installedService(settings: Pick<Settings, 'hostEnvironment'>): string | undefined {
  const file = managerHere(settings)?.file;
  return file !== undefined && existsSync(file) ? file : undefined;
}

/** @throws Failure `unavailable` on a system without a known service manager */
async function serviceContext(host: CliHost): Promise<ServiceContext> {
  const settings = await readSettings({ packageRoot: host.packageRoot });
  const locale = settings.terminalLocale;
  const words = serviceWords(locale).service;
  const manager = managerHere(settings);
  if (manager === undefined) throw new Failure('unavailable', words.noManager(process.platform));
  return { host, settings, manager, words, locale };
}

function managerHere({ hostEnvironment }: Pick<Settings, 'hostEnvironment'>): ServiceManager | undefined {
  return serviceManager({
    platform: process.platform,
    home: hostEnvironment.HOME || homedir(),
    configHome: hostEnvironment.XDG_CONFIG_HOME,
    userId: process.getuid?.() ?? 0,
  });
}

/** @throws Failure `invalid` for what would end at once, at each of its starts */
function assertStartable({ settings, host, words }: ServiceContext): void {
  const { channels, access, workspace, hostEnvironment } = settings;
  if (channels !== undefined && !channels.includes('whatsapp'))
    throw new Failure('invalid', words.consoleOnly);
  if (access.writeEnabled && isBroad(workspace.projectRoot, hostEnvironment.HOME))
    throw new Failure('invalid', words.broad(workspace.projectRoot));
  const { node, launcher, project, environment } = serviceProgram(settings, host.packageRoot);
  const odd = [node, launcher, project, ...Object.values(environment)].find((text) =>
    /\p{Cc}|\\$/u.test(text),
  );
  if (odd !== undefined) throw new Failure('invalid', words.oddPath(JSON.stringify(odd)));
}

/** What the service will lack that this shell has, or that it cannot work without. */
async function serviceHints({ settings, host, words }: ServiceContext): Promise<readonly string[]> {
  const { settings: explained } = await explainSettings({ packageRoot: host.packageRoot });
  const unseen = explained.filter(
    ({ name, text, from }) => from.kind === 'environment' && text !== undefined && !CARRIED.includes(name),
  );
  return [
    ...(unseen.length === 0 ? [] : [words.unseen(unseen.map(({ name }) => name).join(', '))]),
    ...(linkedNumber(settings.folders.data) === undefined ? [words.notLinked] : []),
  ];
}

/** @throws Failure `unavailable` where the manager does not answer, as in most containers */
async function assertManaged(context: ServiceContext): Promise<void> {
  const { manager, words } = context;
  if (!(await succeeds(manager.probe, context)))
    throw new Failure('unavailable', words.unmanaged(manager.name, manager.file));
}

/** @throws Failure `conflict` when a program runs that the service would only stand beside */
async function assertNotRunning({ settings, words }: ServiceContext): Promise<void> {
  const { is } = await askHealth(settings.folders.data, HEALTH_TIMEOUT_MS);
  if (is !== 'nobody') throw new Failure('conflict', words.running(settings.folders.data));
}

async function assertWanted(yes: true | undefined, question: string, context: ServiceContext): Promise<void> {
  const { host, locale, words } = context;
  const { stopped, noTerminal } = words;
  if (yes || (await askConfirmation(host, question, { locale, initial: true, stopped, noTerminal }))) return;
  throw new Failure('stopped', stopped);
}

async function runShown(command: ServiceCommand, context: ServiceContext): Promise<void> {
  printLines(context, [`$ ${shownCommand(command)}`]);
  const { code, stderr, reason } = await runServiceCommand(command, context);
  if (code !== 0)
    throw new Failure('unavailable', context.words.failed(shownCommand(command), stderr.trim() || reason));
}

async function succeeds(command: ServiceCommand, context: ServiceContext): Promise<boolean> {
  return (await runServiceCommand(command, context)).code === 0;
}

async function runServiceCommand(
  [program, ...args]: ServiceCommand,
  { settings }: ServiceContext,
): ReturnType<typeof runHelper> {
  const { PATH, HOME, XDG_RUNTIME_DIR, XDG_CONFIG_HOME, DBUS_SESSION_BUS_ADDRESS } = settings.hostEnvironment;
  const known = { PATH, HOME, XDG_RUNTIME_DIR, XDG_CONFIG_HOME, DBUS_SESSION_BUS_ADDRESS };
  const environment = Object.fromEntries(
    Object.entries(known).filter((one): one is [string, string] => one[1] !== undefined),
  );
  return await runHelper({
    program,
    args,
    cwd: '/',
    environment,
    signal: AbortSignal.timeout(COMMAND_TIMEOUT_MS),
  });
}

function shownCommand(command: ServiceCommand): string {
  return command.map((word) => (/^[\w./:@=-]+$/.test(word) ? word : shellWord(word))).join(' ');
}

function printLines({ host }: ServiceContext, lines: readonly string[]): void {
  host.output.write(`${lines.join('\n')}\n`);
}
