import { linkWord } from '../channels/whatsapp/link-state.ts';
import type { CliHost, SubCommand } from '../contracts/sub-command.ts';
import { type Failure, isFailure, sentenceIn, unreachable } from '../core/failure.ts';
import { localeOf, type Texts, texts } from '../core/texts/texts.ts';
import { readSettings } from '../settings/settings.ts';
import { writeComplaint } from './complain.ts';
import { askOn, refusalIn } from './control/control-client.ts';
import type { ControlAnswer, ControlSocket, LinkReport } from './control/control-protocol.ts';

/** How long a running program may take to answer: it answers between two steps. */
const HEALTH_TIMEOUT_MS = 3000;

/** Also for wrong settings: container managers know only 0 and 1. */
const EXIT_ILL = 1;

export const health: SubCommand = (program, host) => {
  const help = healthHelp[host.terminalLocale];
  program
    .command('health')
    .description(help.about)
    .addHelpText('after', help.example)
    .action(async () => host.setExitCode(await runHealth(host)));
};

async function runHealth({ packageRoot, output, errors, terminalLocale }: CliHost): Promise<number> {
  try {
    const { folders } = await readSettings({ packageRoot });
    const found = await askHealth(folders.data, HEALTH_TIMEOUT_MS);
    const line = healthLine(found, folders.data, texts(terminalLocale));
    (found.is === 'running' ? output : errors).write(`${line}\n`);
    return found.is === 'running' ? 0 : EXIT_ILL;
  } catch (error) {
    if (!isFailure(error)) throw error;
    writeComplaint(errors, sentenceIn(terminalLocale, error));
    return EXIT_ILL;
  }
}

function healthLine(found: Health, folder: string, catalogue: Texts): string {
  const { health: words } = catalogue;
  switch (found.is) {
    case 'running':
      return found.link === undefined
        ? words.runsAlone(folder)
        : words.runs(folder, words.link[linkWord(found.link.state)].trim());
    case 'nobody':
      return words.nobody(folder);
    case 'silent':
      return words.silent(folder, HEALTH_TIMEOUT_MS / 1000);
    case 'other':
      return words.other(sentenceIn(localeOf(catalogue), found.why));
    default:
      return unreachable(found);
  }
}

/** Answer of the program on a data folder to a health request. */
type Health =
  /** Without `link` it does not use WhatsApp. */
  | { readonly is: 'running'; readonly link?: LinkReport }
  /** No program listens there. */
  | { readonly is: 'nobody' }
  /** A program listens, but does not answer in time. */
  | { readonly is: 'silent' }
  /** It closed the connection, refused, or has another version. */
  | { readonly is: 'other'; readonly why: string | Failure };

/**
 * Asks only for the state of the link: the program has it in memory, so neither model, network nor disk is involved.
 * When two programs run, the answer of the one with the link counts.
 */
export async function askHealth(folder: string, withinMs: number): Promise<Health> {
  const linked = await askSocket({ folder, socket: 'control.sock' }, withinMs);
  return linked.is === 'nobody' ? await askSocket({ folder, socket: 'console.sock' }, withinMs) : linked;
}

function healthIn(answer: ControlAnswer): Health {
  switch (answer.say) {
    case 'link':
      return { is: 'running', link: answer.link };
    case 'no link':
      return { is: 'running' };
    case 'refused':
      return { is: 'other', why: refusalIn(answer) };
    case 'doctor':
    case 'taken':
      return { is: 'other', why: answer.say };
    default:
      return unreachable(answer);
  }
}

async function askSocket(
  at: { readonly folder: string; readonly socket: ControlSocket },
  withinMs: number,
): Promise<Health> {
  const over = AbortSignal.timeout(withinMs);
  try {
    const answers = await askOn(at, { ask: 'link' }, over);
    if (answers === undefined) return { is: 'nobody' };
    for await (const answer of answers) {
      return healthIn(answer);
    }
    return { is: 'silent' };
  } catch (error) {
    if (!isFailure(error)) throw error;
    return over.aborted ? { is: 'silent' } : { is: 'other', why: error };
  }
}

const english = {
  about: 'Ask the running program if it answers: exit code 0 or 1',
  example: '\nExample: wasap health',
};

const spanish: typeof english = {
  about: 'Pregunta si el programa responde: código de salida 0 o 1',
  example: '\nEjemplo: wasap health',
};

const healthHelp = { en: english, es: spanish };
