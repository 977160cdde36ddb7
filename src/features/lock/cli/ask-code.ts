import { LOCAL } from '../../../channels/console/console.ts';
import type { CliHost } from '../../../contracts/sub-command.ts';
import { systemClock } from '../../../core/clock.ts';
import { Failure } from '../../../core/failure.ts';
import { formatDuration } from '../../../core/texts/format.ts';
import { texts } from '../../../core/texts/texts.ts';
import { type JudgedCode, judgeCode } from '../codes/judge-code.ts';
import { waitLeft } from '../decide-lock.ts';
import type { Factor } from '../lock.ts';
import { type LockTexts, lockTexts } from '../texts/texts.ts';
import type { OpenedLock, OpenLock } from './open-lock.ts';

/**
 * Asks the person at the terminal for the code, where a lock is set up: before a command changes who may do what. Wrong
 * codes count together with those that were typed into the chat there.
 * @throws Failure `denied` for a code that does not count, `invalid` where nobody can be asked, `stopped` for Ctrl-C
 */
export async function askForCode(host: CliHost, open: OpenLock): Promise<void> {
  const lock = await open(host);
  try {
    const factor = lock.rows.factor();
    if (factor !== undefined) await assertCode(host, factor, lock);
  } finally {
    lock.close();
  }
}

/**
 * Asks the same before the lock itself is changed. Without its file no code could ever count: the owner of the machine
 * deletes it to get out, so nothing is asked then.
 */
export async function askBeforeChange(host: CliHost, lock: OpenedLock): Promise<void> {
  const factor = lock.rows.factor();
  if (factor !== undefined && lock.file.read()?.kind === factor.kind) await assertCode(host, factor, lock);
}

async function assertCode(host: CliHost, factor: Factor, lock: OpenedLock): Promise<void> {
  const words = lockTexts(texts(lock.locale)).cli;
  const wayOut = words.code.forgotten(lock.file.path);
  const typed = await askSecretly(host, words.code.ask[factor.kind], {
    noTerminal: `${words.code.noTerminal}\n${wayOut}`,
    stopped: words.stopped,
  });
  const judged = judgeTyped(typed, factor, lock);
  if (judged !== 'right') throw new Failure('denied', `${whyNot(judged, lock, words.code)}\n${wayOut}`);
}

/** People type a code as it is shown, in groups. A code that was used elsewhere meanwhile does not count again. */
function judgeTyped(typed: string, asked: Factor, { rows, file, atomically }: OpenedLock): JudgedCode {
  const digits = typed.replace(/[\s-]/g, '');
  const nowMs = systemClock.nowMs();
  return atomically(() => judgeCode(LOCAL, digits, rows.factor() ?? asked, { rows, file, nowMs }));
}

function whyNot(
  judged: Exclude<JudgedCode, 'right'>,
  { rows }: Pick<OpenedLock, 'rows'>,
  words: LockTexts['cli']['code'],
): string {
  const leftMs = waitLeft(rows.findPerson(LOCAL), systemClock.nowMs());
  return judged === 'too-soon' ? words.tooSoon(formatDuration(leftMs)) : words[judged];
}

interface SecretPromptTexts {
  /** What to do where there is no terminal. */
  readonly noTerminal: string;
  /** Why nothing happened, for Ctrl-C. */
  readonly stopped: string;
}

/**
 * What is typed at the terminal; never shown.
 * @throws Failure `stopped` for Ctrl-C, `invalid` where nobody can be asked
 */
export async function askSecretly(host: CliHost, message: string, words: SecretPromptTexts): Promise<string> {
  assertTerminal(host, words);
  const { password, isCancel } = await import('@clack/prompts');
  const answer = await password({ message });
  if (isCancel(answer)) throw new Failure('stopped', words.stopped);
  return answer ?? '';
}

/** @throws Failure `invalid` where nobody can be asked */
export function assertTerminal(
  { input, output }: Pick<CliHost, 'input' | 'output'>,
  { noTerminal }: Pick<SecretPromptTexts, 'noTerminal'>,
): void {
  if (!input.isTTY || !output.isTTY) throw new Failure('invalid', noTerminal);
}
