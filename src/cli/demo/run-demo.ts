import { cpSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { environmentOf } from '../../app/host-context.ts';
import type { App } from '../../app.ts';
import { CONSOLE, consoleMessage } from '../../channels/console/console.ts';
import type { Channel, ChannelEnd, ChannelReceiver, OutboundMessage } from '../../contracts/channel.ts';
import type { CliHost } from '../../contracts/sub-command.ts';
import { MINUTE_MS, systemClock } from '../../core/clock.ts';
import { texts } from '../../core/texts/texts.ts';
import { openOwnRepository } from '../../git/own-repository.ts';
import { createReplayModel, readRecordings } from '../../models/replay.ts';
import type { Environment } from '../../processes/command-environment.ts';
import { runHelper } from '../../processes/run-helper.ts';
import { isCheckout, readSettings } from '../../settings/settings.ts';
import { chatCheckUp } from '../chat-check-up.ts';
import { makeRepository } from '../make-repository.ts';
import { openSandbox } from '../open-sandbox.ts';
import { openApp, runApp } from '../run-app.ts';
import { consoleChannel } from '../start/console-channel.ts';
import { type DemoTexts, demoWords } from './texts/texts.ts';

const FIRST_COMMIT = {
  author: { name: 'wasap demo', email: 'demo@wasap.invalid' },
  message: 'feat: log users in',
};
const TASK = '/agent fix the login bug';
/** Simulated duration of a recorded reply: long enough to follow by eye. */
const TYPING_MS = { terminal: 900, pipe: 0 };

/** The whole program on a small project in a temporary folder; only the model's replies are recorded. */
export async function runDemo(host: CliHost): Promise<number> {
  const { packageRoot, version, output, terminalLocale: locale } = host;
  const folder = mkdtempSync(path.join(tmpdir(), 'wasap-demo-'));
  const project = path.join(folder, 'login-service');
  cpSync(path.join(packageRoot, 'config/demo/project'), project, { recursive: true });
  mkdirSync(path.join(folder, 'config'));
  const settings = await readSettings({
    packageRoot,
    overrides: {
      PROJECT_ROOT: project,
      DATA_DIR: path.join(folder, 'data'),
      CONFIG_DIR: path.join(folder, 'config'),
      LOCALE: locale,
      AGENT_WRITE_ENABLED: 'true',
      AGENT_MODEL: 'claude-sonnet-5-5',
      // The project is our own, and the demo must be the same without a sandbox.
      SANDBOX: 'off-accepted',
    },
  });
  await makeRepository(project, environmentOf(settings), FIRST_COMMIT);
  const alone = !(host.input.isTTY && output.isTTY);
  const model = createReplayModel({
    recordings: await readRecordings(path.join(packageRoot, 'config/demo/recording.yaml')),
    clock: systemClock,
    typingMs: alone ? TYPING_MS.pipe : TYPING_MS.terminal,
  });
  const words = demoWords(locale).demo;
  output.write(`${openingLines(project, alone, words).join('\n')}\n`);
  let app: App | undefined;
  const chat = await consoleChannel(host, {
    settings,
    app: () => app,
    keepsHistory: false,
    greeting: () => [],
  });
  const channel: Channel = directConsole(chat.channel, {
    task: TASK,
    alone,
    words,
    reportStart: texts(locale).report.done(''),
    print: (line) => void output.write(`${line}\n`),
  });
  const sandbox = await openSandbox(settings, packageRoot);
  const checkUp = chatCheckUp({ settings, packageRoot, version, sandbox, current: () => undefined });
  app = await openApp({ settings, packageRoot, version, channels: [channel], model, sandbox, checkUp });
  const exitCode = await runApp(app);
  const result = await verifyResult(project, environmentOf(settings));
  output.write(
    `${closingLines(project, result, { isFromCheckout: isCheckout(packageRoot), words }).join('\n')}\n`,
  );
  return result.testsPass && result.committed ? exitCode : 1;
}

function openingLines(project: string, alone: boolean, words: DemoTexts): readonly string[] {
  const { title, real, recorded, sandbox } = words;
  return [...[title, real, recorded, sandbox, words.project(project)], alone ? words.alone : words.asked, ''];
}

function closingLines(
  project: string,
  { testsPass, committed, lastCommit }: Awaited<ReturnType<typeof verifyResult>>,
  { isFromCheckout, words }: { isFromCheckout: boolean; words: DemoTexts },
): readonly string[] {
  return [
    '',
    words.checked(testsPass ? words.pass : words.fail, committed ? lastCommit : words.missing),
    words.look(project),
    '',
    words.next,
    `  ${words.start(isFromCheckout ? 'npm start' : 'wasap start')}`,
    `  ${words.write}`,
  ];
}

const MAX_MS = MINUTE_MS;
/** A question says in both languages how it is answered by its code. */
const QUESTION = /\/(?:approve|aprobar) /;

interface DemoResult {
  readonly testsPass: boolean;
  readonly committed: boolean;
  readonly lastCommit: string;
}

/** Checks the project itself, not the claims of the program that worked on it. */
async function verifyResult(project: string, environment: Environment): Promise<DemoResult> {
  const signal = AbortSignal.timeout(MAX_MS);
  const tests = await runHelper({ program: 'npm', args: ['test'], cwd: project, environment, signal });
  const testsPass = tests.code === 0;
  const git = await openOwnRepository(project, environment);
  const { total, latest } = await git.log({ format: { hash: '%h', subject: '%s' } });
  const committed = total === 2 && (await git.status()).isClean();
  return { testsPass, committed, lastCommit: latest === null ? '' : `${latest.hash} ${latest.subject}` };
}

interface DemoScript {
  /** The first message, sent for the person. */
  readonly task: string;
  /** True without a terminal: then the question is answered as well. */
  readonly alone: boolean;
  readonly words: Pick<DemoTexts, 'you' | 'yes'>;
  /** How the report of the finished task begins. */
  readonly reportStart: string;
  print(line: string): void;
}

/**
 * A console with a prepared first line that ends with the task. Everything in between is handled like any message;
 * the program does not know of it.
 */
function directConsole(console: Channel, { task, alone, words, reportStart, print }: DemoScript): Channel {
  let receiver: ChannelReceiver | undefined;
  let finish: (end: ChannelEnd) => void;
  const finished = new Promise<ChannelEnd>((resolve) => {
    finish = resolve;
  });

  async function hear(text: string): Promise<void> {
    await receiver?.receive(consoleMessage(text, systemClock.nowMs()));
  }

  return {
    name: CONSOLE,
    capabilities: console.capabilities,
    ended: alone ? finished : Promise.race([console.ended, finished]),
    async start(actual) {
      receiver = actual;
      // Printed before the prompt, as if it had been typed.
      print(`${words.you} › ${task}`);
      if (!alone) await console.start(actual);
      await hear(task);
    },
    async send(message: OutboundMessage) {
      await console.send(message);
      const text = message.body.kind === 'text' ? message.body.text : '';
      if (alone && QUESTION.test(text)) {
        print(`${words.you} › ${words.yes}`);
        await hear(words.yes);
      }
      if (text.startsWith(reportStart)) finish({ kind: 'ended' });
    },
    setTyping: console.setTyping,
    stop: () => console.stop(),
  };
}
