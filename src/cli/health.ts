import { linkWord } from '../channels/whatsapp/link-word.ts';
import type { CliHost, SubCommand } from '../contracts/sub-command.ts';
import { isFailure } from '../core/failure.ts';
import { type Texts, texts } from '../core/texts/texts.ts';
import { unreachable } from '../core/unreachable.ts';
import { readSettings } from '../settings/settings.ts';
import { askHealth, type Health } from './ask-health.ts';

/** How long a running program may take to answer: it answers between two steps. */
const WITHIN_MS = 3000;

/** Also for wrong settings: container managers know only 0 and 1. */
const EXIT_ILL = 1;

export const health: SubCommand = (program, host) => {
  program
    .command('health')
    .description('Ask the program on DATA_DIR whether it runs and answers: exit code 0, else 1')
    .action(async () => host.setExitCode(await runHealth(host)));
};

async function runHealth({ packageRoot, output, errors }: CliHost): Promise<number> {
  try {
    const { folders, locale } = await readSettings({ packageRoot });
    const found = await askHealth(folders.data, WITHIN_MS);
    const line = healthLine(found, folders.data, texts(locale ?? 'en'));
    (found.is === 'running' ? output : errors).write(`${line}\n`);
    return found.is === 'running' ? 0 : EXIT_ILL;
  } catch (error) {
    if (!isFailure(error)) throw error;
    errors.write(`wasap: ${error.message}\n`);
    return EXIT_ILL;
  }
}

function healthLine(found: Health, folder: string, { health: words }: Texts): string {
  switch (found.is) {
    case 'running':
      return found.link === undefined
        ? words.runsAlone(folder)
        : words.runs(folder, words.link[linkWord(found.link.state)].trim());
    case 'nobody':
      return words.nobody(folder);
    case 'silent':
      return words.silent(folder, WITHIN_MS / 1000);
    case 'other':
      return words.other(found.why);
    default:
      return unreachable(found);
  }
}
