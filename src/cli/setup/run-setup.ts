import { join } from 'node:path';
import type { CliHost } from '../../contracts/sub-command.ts';
import { Failure, isFailure, sentenceIn } from '../../core/failure.ts';
import { texts } from '../../core/texts/texts.ts';
import { readSettings, type Settings } from '../../settings/settings.ts';
import type { VariableName } from '../../settings/variables.ts';
import { IN_MEMORY, openDatabase } from '../../store/database.ts';
import { saveVariables } from '../env-file.ts';
import { firstTask, firstTaskText, lookAtProject } from './first-task.ts';
import { phoneStep, testStep } from './phone-steps.ts';
import { keyStep, peopleStep, projectStep, sandboxStep, writesStep } from './settings-steps.ts';
import { type Ask, askInTerminal, type SetupStep, SetupStopped, type StepContext } from './step.ts';
import { setupWords } from './texts/texts.ts';

/**
 * Asks a person at the terminal, whose program has no key yet, whether to set it up first, and does it.
 * @returns `stopped`: by Ctrl-C, which is no wish to start
 */
export async function offerSetup(
  host: CliHost,
  settings: Pick<Settings, 'terminalLocale'>,
): Promise<'done' | 'declined' | 'stopped'> {
  const { offerSetup: words } = texts(settings.terminalLocale).beforeStart;
  const ask = await askInTerminal(host.output);
  try {
    if (!(await ask.confirm(words.question, words))) return 'declined';
  } catch (error) {
    if (!(error instanceof SetupStopped)) throw error;
    return 'stopped';
  }
  return (await runSetup(host, { startsNext: true })) === 0 ? 'done' : 'stopped';
}

/** The exit code of programs that Ctrl-C stopped. */
const EXIT_STOPPED = 130;

const STEPS: readonly SetupStep[] = [
  keyStep,
  projectStep,
  peopleStep,
  writesStep,
  sandboxStep,
  phoneStep,
  testStep,
];

/** Variables that the steps can fix. */
const OURS: readonly VariableName[] = [
  'ANTHROPIC_API_KEY',
  'PROJECT_ROOT',
  'ALLOWED_PHONE_NUMBERS',
  'AGENT_WRITE_ENABLED',
];

/**
 * @param startsNext the program starts right after it, so that the person need not
 * @returns the exit code
 */
export async function runSetup(
  host: CliHost,
  { startsNext }: { readonly startsNext: boolean } = { startsNext: false },
): Promise<number> {
  const { settings, wrong } = await usableSettings(host);
  const file = join(settings.folders.config, '.env');
  const words = setupWords(settings.terminalLocale);
  if (!host.input.isTTY || !host.output.isTTY) throw new Failure('invalid', words.setup.needsTerminal(file));
  // A SQLite that cannot be loaded is told before six questions, not behind them.
  openDatabase(IN_MEMORY).close();
  const ask = await askInTerminal(host.output);
  ask.intro(words.setup.intro);
  ask.say(words.setup.where(file));
  if (wrong !== undefined) ask.bad(words.setup.wrongSettings(wrong));
  try {
    for (const step of STEPS) await step(await contextOf(host, { ask, file }));
  } catch (error) {
    if (!(error instanceof SetupStopped)) throw error;
    ask.outro(words.setup.stopped);
    return EXIT_STOPPED;
  }
  await suggestTask(await contextOf(host, { ask, file }));
  ask.outro(startsNext ? words.setup.doneAndStarts : words.setup.done);
  return 0;
}

async function suggestTask({ settings, ask, words }: StepContext): Promise<void> {
  const facts = await lookAtProject(settings);
  if (facts !== undefined) ask.say(firstTaskText(firstTask(facts), words));
}

/** Read anew before each step: the previous one may have changed something. */
async function contextOf(
  host: CliHost,
  { ask, file }: { readonly ask: Ask; readonly file: string },
): Promise<StepContext> {
  const { settings, wrong } = await usableSettings(host);
  const locale = settings.terminalLocale;
  const words = setupWords(locale);
  return {
    settings: { ...settings, locale },
    wrong,
    packageRoot: host.packageRoot,
    words,
    ask,
    save(changes) {
      const isNew = saveVariables(file, changes);
      for (const name of Object.keys(changes)) {
        if (isNew) ask.good(words.setup.saved(name));
        if (settings.hostEnvironment[name] !== undefined) ask.bad(words.setup.overridden(name));
      }
    },
  };
}

/** Without wrong values that can be fixed here. */
async function usableSettings({
  packageRoot,
  terminalLocale,
}: CliHost): Promise<{ readonly settings: Settings; readonly wrong: string | undefined }> {
  try {
    return { settings: await readSettings({ packageRoot }), wrong: undefined };
  } catch (error) {
    if (!isFailure(error)) throw error;
    const overrides = Object.fromEntries(OURS.map((name) => [name, '']));
    return {
      settings: await readSettings({ packageRoot, overrides }),
      wrong: sentenceIn(terminalLocale, error),
    };
  }
}
