import { join } from 'node:path';
import type { App } from '../../app.ts';
import { CONSOLE, LOCAL } from '../../channels/console/console.ts';
import type { Channel } from '../../contracts/channel.ts';
import type { Sandbox } from '../../contracts/exec.ts';
import type { ConversationStore } from '../../contracts/session-stores.ts';
import type { Store } from '../../contracts/store.ts';
import type { CliHost } from '../../contracts/sub-command.ts';
import { systemClock } from '../../core/clock.ts';
import { conversationId } from '../../core/ids.ts';
import { LOCALES, type Locale, texts } from '../../core/texts/texts.ts';
import { doctorWords } from '../../features/doctor/texts/texts.ts';
import { createMcpFigures } from '../../features/mcp/figures.ts';
import { createOutsideChannel } from '../../features/mcp-serve/running/outside-channel.ts';
import { createModelLatency } from '../../features/metrics/prometheus/process-figures.ts';
import { localeHere } from '../../gateway/incoming/language.ts';
import { type AnthropicOptions, createAnthropicModel } from '../../models/anthropic.ts';
import { watchForStall } from '../../processes/stall-watch.ts';
import { sandboxText } from '../../sandbox/sandbox-text.ts';
import { readSettings, type Settings } from '../../settings/settings.ts';
import { createEventLoopWatch, type EventLoopWatch } from '../../telemetry/event-loop-watch.ts';
import { chatCheckUp } from '../chat-check-up.ts';
import { writeComplaint } from '../complain.ts';
import { confirmBroadProject } from '../confirm.ts';
import { openControls } from '../open-controls.ts';
import { openSandbox } from '../open-sandbox.ts';
import { type LinkNotice, type ProgramLinks, programLinks } from '../program-link.ts';
import { type AfterStart, echoOn, openApp, runApp } from '../run-app.ts';
import { consoleChannel } from './console-channel.ts';
import { servedConsole, serveMetrics } from './serve-pages.ts';
import { createShortCollections, type ShortCollections } from './short-garbage-collection.ts';

/** The exit code of programs that Ctrl-C stopped. */
const EXIT_STOPPED = 130;
/** How long the greeting waits for a sandbox: a person reads slower than that; a pipe gets its first line at once. */
const MAX_TRY_MS = 250;

/**
 * @param only replaces all configured channels: gets the console
 * @returns the exit code
 */
export async function runStart(host: CliHost, only?: (console: Channel) => Channel): Promise<number> {
  const read = await settingsToStart(host);
  if (read === undefined) return EXIT_STOPPED;
  return await startWith(only === undefined ? read : { ...read, channels: ['console'] }, host, { only });
}

export interface StartParts {
  /** Replaces all configured channels: gets the console. */
  readonly only?: ((console: Channel) => Channel) | undefined;
  /** A cell is connected with fronts; missing: with its own phone, if one is linked. */
  readonly links?: ProgramLinks;
}

/** The whole program, until it ends. @returns the exit code */
export async function startWith(
  settings: Settings,
  host: CliHost,
  { only, links: given }: StartParts,
): Promise<number> {
  await confirmBroadProject(settings, host);
  const keyless = missingKey(settings);
  if (keyless !== undefined && !host.output.isTTY) writeComplaint(host.errors, keyless);
  const sandbox = await openSandbox(settings, host.packageRoot);
  let app: App | undefined;
  const latency = createModelLatency();
  const mcpFigures = createMcpFigures();
  const spans: AnthropicOptions['spans'] = () => app?.traces.modelSpans;
  const collections = createShortCollections();
  const model = latency.timed(openModel(settings, { spans, onRequest: onModelRequest(host, collections) }));
  const unheard = (): readonly string[] => unheardOn(links, settings, app);
  const usesConsole = settings.channels?.includes('console') ?? true;
  const greeting = () => [...warningLines(keyless, unheard()), ...greetingOf(settings, sandbox, app)];
  const chat = usesConsole
    ? await consoleChannel(host, { settings, app: () => app, keepsHistory: true, greeting })
    : undefined;
  const tried = host.input.isTTY && Promise.race([sandbox.state(), systemClock.sleep(MAX_TRY_MS)]);
  const { packageRoot, version } = host;
  const outside = createOutsideChannel();
  const channels = [...(chat === undefined ? [] : [only?.(chat.channel) ?? chat.channel]), outside];
  const notice = chat?.notice ?? ((lines) => void host.output.write(`${lines.join('\n')}\n`));
  const links = linksOf(settings, { show: notice, terminal: host.output }, given);
  const { linked, current, machines, cellFacts } = links;
  const checkUp = chatCheckUp({ settings, packageRoot, version, sandbox, current, cellFacts });
  const opened = await openApp({
    settings,
    packageRoot,
    version,
    machines,
    channels,
    linked,
    model,
    echo: usesConsole ? undefined : echoOn(host, settings),
    sandbox,
    mcpFigures,
    checkUp,
    console: only === undefined ? servedConsole(settings, host, { notice, links }) : undefined,
  });
  app = opened;
  beginInLanguageOfTerminal(opened.store.conversations, settings);
  await tried;
  printWarnings(host, usesConsole, unheard());
  const control = await openControls(opened, { links, settings, outside });
  const stops = watchLoop(opened, settings, packageRoot);
  const after: AfterStart = {
    settled() {
      stops.begin();
      control.settled();
    },
    idle: () => warmUp(sandbox, opened, model).then(collections.begin),
    interrupted: chat?.interrupted,
  };
  try {
    // Only notices are lost when the chat is not here: people who write from a phone still get answers.
    const sources = { current, machines, notice, figures: [latency, mcpFigures], version };
    const closeMetrics = await serveMetrics(opened, settings, sources);
    const close = async (): Promise<void> => {
      stops.end();
      await closeMetrics?.();
      await opened.close();
    };
    const course = { gateway: opened.gateway, channels: opened.channels, log: opened.log, close };
    return await runApp(course, after, usesConsole ? host.unread : undefined);
  } finally {
    await control.close();
  }
}

/** Counts the stops of the event loop, and ends the program when it stops for good. */
function watchLoop(
  { store, log }: Pick<App, 'store' | 'log'>,
  { folders }: Settings,
  packageRoot: string,
): EventLoopWatch {
  const stops = createEventLoopWatch({ metrics: store.metrics, clock: systemClock, log });
  const endStallWatch = watchForStall({ packageRoot, dataFolder: folders.data });
  return {
    begin: stops.begin,
    end() {
      endStallWatch();
      stops.end();
    },
  };
}

function linksOf(settings: Settings, notice: LinkNotice, given: ProgramLinks | undefined): ProgramLinks {
  return given ?? programLinks(settings, notice);
}

/** A person without a key is offered the set-up first; undefined: they stopped it. */
async function settingsToStart(host: CliHost): Promise<Settings | undefined> {
  const { packageRoot, input, output } = host;
  const settings = await readSettings({ packageRoot });
  if (missingKey(settings) === undefined || !input.isTTY || !output.isTTY) return settings;
  const { offerSetup } = await import('../setup/run-setup.ts');
  const offered = await offerSetup(host, settings);
  if (offered === 'stopped') return undefined;
  return offered === 'done' ? await readSettings({ packageRoot }) : settings;
}

function warningLines(keyless: string | undefined, unheard: readonly string[]): readonly string[] {
  return [...(keyless === undefined ? [] : [`⚠️ ${keyless}`, '']), ...unheard.map((line) => `⚠️ ${line}`)];
}

async function warmUp(
  sandbox: Pick<Sandbox, 'state'>,
  app: Pick<App, 'warm'>,
  model: { warm(): Promise<void> },
): Promise<void> {
  // Started in the background, so that the first command finds the result.
  void sandbox.state();
  await app.warm();
  await model.warm();
  // Another version may be installed while this one runs: what it has to say it has read by then.
  for (const locale of LOCALES) texts(locale);
}

function onModelRequest(host: CliHost, collections: ShortCollections): () => void {
  return () => {
    host.onFirstModelRequest();
    collections.noteWork();
  };
}

export function openModel(
  { model }: Settings,
  seen: Pick<AnthropicOptions, 'spans' | 'onRequest'>,
): ReturnType<typeof createAnthropicModel> {
  const { apiKey, baseUrl, profiles, idleTimeoutMs } = model;
  const { spans, onRequest } = seen;
  return createAnthropicModel({
    apiKey,
    baseUrl,
    profiles,
    idleTimeoutMs,
    spans,
    onRequest,
    clock: systemClock,
  });
}

function unheardOn(links: ProgramLinks, settings: Settings, app: App | undefined): readonly string[] {
  return links.current() === undefined ? [] : nobodyAllowed(settings, app);
}

/** Used where no greeting shows them. */
function printWarnings({ output, errors }: CliHost, usesConsole: boolean, lines: readonly string[]): void {
  if (usesConsole && output.isTTY) return;
  for (const line of lines) writeComplaint(errors, line);
}

/** The conversation of a terminal. */
const HERE = conversationId(CONSOLE, LOCAL);

/** Shown at the start, followed by the questions that are still open. */
function greetingOf(
  settings: Settings,
  sandbox: Pick<Sandbox, 'knownState'>,
  app: App | undefined,
): readonly string[] {
  const { workspace, model, access } = settings;
  const locale = consoleLocale(app, settings);
  const words = texts(locale);
  const greeting = words.console.greeting({
    // The earlier choice in this chat still counts, wherever the program was started.
    workspace: app?.store.chosenWorkspaces.find(HERE) ?? workspace.projectRoot,
    model: model.id,
    writeEnabled: access.writeEnabled,
    sandbox: sandboxText(sandbox.knownState(), words),
  });
  // What was asked before in this terminal may have scrolled away.
  const open = app?.gateway.stillOpen({ conversation: HERE, sender: LOCAL }, locale) ?? [];
  return [...greeting, ...open, ...(open.length === 0 ? [] : [''])];
}

/**
 * What is written in this terminal: an earlier program may have been talked to in another language than the settings'.
 */
function consoleLocale(app: App | undefined, { locale, terminalLocale }: Settings): Locale {
  return app === undefined ? terminalLocale : localeHere(HERE, locale, app.store.conversations);
}

/** Until something clear is written in this terminal: the first message in another language changes it. */
function beginInLanguageOfTerminal(
  conversations: ConversationStore,
  { locale, terminalLocale }: Settings,
): void {
  if (locale !== undefined || terminalLocale === 'en' || conversations.language(HERE).locale !== undefined)
    return;
  conversations.setLanguage(HERE, { locale: terminalLocale, isChosen: false, others: 1 });
}

/** A hint before the first task fails; undefined when there is a key, or another server. */
export function missingKey({ model, folders, terminalLocale }: Settings): string | undefined {
  if (model.apiKey !== undefined || model.baseUrl !== undefined) return undefined;
  return texts(terminalLocale).beforeStart.noKey(join(folders.config, '.env'));
}

/** Without allowed people nobody on WhatsApp would get an answer; empty when there are any. */
function nobodyAllowed(
  { access, terminalLocale }: Settings,
  app: { readonly store: Pick<Store, 'people'> } | undefined,
): readonly string[] {
  if (access.list.people.length > 0 || (app?.store.people.all().length ?? 0) > 0) return [];
  const { nobody, allow } = doctorWords(terminalLocale).doctor.people;
  return [`${nobody} ${allow}`];
}
