import { cpSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { environmentOf } from '../app/host-context.ts';
import type { Channel } from '../contracts/channel.ts';
import type { CliHost, SubCommand } from '../contracts/sub-command.ts';
import { systemClock } from '../core/clock.ts';
import { texts } from '../core/texts/texts.ts';
import { createReplayModel, readRecordings } from '../models/replay.ts';
import { readSettings } from '../settings/settings.ts';
import { chatCheckUp } from './chat-check-up.ts';
import { consoleChannel } from './console-channel.ts';
import { directed } from './demo-director.ts';
import { provenResult } from './demo-project.ts';
import { makeHistory } from './make-history.ts';
import { openApp } from './open-app.ts';
import { openSandbox } from './open-sandbox.ts';
import { runApp } from './run-app.ts';

const FIRST_COMMIT = {
  author: { name: 'wasap demo', email: 'demo@wasap.invalid' },
  message: 'feat: log users in',
};
const TASK = '/agent fix the login bug';
/** Simulated duration of a recorded reply: long enough to follow by eye. */
const TYPING_MS = { terminal: 900, pipe: 0 };

export const demo: SubCommand = (program, host) => {
  program
    .command('demo')
    .description('Watch a task from the chat line to the commit, with no key and no phone')
    .action(async () => host.setExitCode(await runDemo(host)));
};

/** The whole program on a small project in a temporary folder; only the model's replies are recorded. */
async function runDemo(host: CliHost): Promise<number> {
  const { packageRoot, version, output } = host;
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
      AGENT_WRITE_ENABLED: 'true',
      AGENT_MODEL: 'claude-sonnet-5-5',
      // The project is our own, and the demo must be the same without a sandbox.
      SANDBOX: 'off-accepted',
    },
  });
  await makeHistory(project, environmentOf(settings), FIRST_COMMIT);
  const alone = !(host.input.isTTY && output.isTTY);
  const model = createReplayModel({
    recordings: await readRecordings(path.join(packageRoot, 'config/demo/recording.yaml')),
    clock: systemClock,
    typingMs: alone ? TYPING_MS.pipe : TYPING_MS.terminal,
  });
  output.write(`${opening(project, alone).join('\n')}\n`);
  const chat = await consoleChannel(host, {
    locale: settings.locale ?? 'en',
    greeting: () => [],
    colours: true,
  });
  const channel: Channel = directed(chat.channel, {
    task: TASK,
    alone,
    reportStart: texts(settings.locale ?? 'en').report.done(''),
    print: (line) => void output.write(`${line}\n`),
  });
  const sandbox = await openSandbox(settings, packageRoot);
  const checkUp = chatCheckUp({ settings, packageRoot, version, sandbox, current: () => undefined });
  const app = await openApp({ settings, packageRoot, version, channels: [channel], model, sandbox, checkUp });
  const exitCode = await runApp(app);
  const result = await provenResult(project, environmentOf(settings));
  output.write(`${closing(project, result).join('\n')}\n`);
  return result.testsPass && result.committed ? exitCode : 1;
}

function opening(project: string, alone: boolean): readonly string[] {
  return [
    'wasap-agent demo: a chat message becomes a tested commit.',
    'Real: project, tests, git, command policy, approval, database, processes.',
    'Recorded: only what the model says. No key, no phone, no network.',
    'Commands run without a sandbox here, because the project is our own.',
    `Project: ${project}`,
    alone
      ? 'No terminal here: the approval is answered for you.'
      : 'You will be asked once: answer 1, yes or no.',
    '',
  ];
}

function closing(
  project: string,
  { testsPass, committed, lastCommit }: Awaited<ReturnType<typeof provenResult>>,
): readonly string[] {
  return [
    '',
    `Checked afterwards: tests ${testsPass ? 'pass' : 'FAIL'} · commit ${committed ? lastCommit : 'MISSING'}`,
    `Look at it: git -C ${project} show`,
    '',
    'With your own key and project:',
    '  export ANTHROPIC_API_KEY=...   AGENT_WRITE_ENABLED=true   PROJECT_ROOT=/path/to/project',
    '  npm start                      then write: /agent fix the failing test',
  ];
}
