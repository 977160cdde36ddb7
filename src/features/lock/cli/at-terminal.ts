import { LOCAL } from '../../../channels/console/console.ts';
import type { CliHost } from '../../../contracts/sub-command.ts';
import { systemClock } from '../../../core/clock.ts';
import { Failure } from '../../../core/failure.ts';
import { formatDuration } from '../../../core/texts/format.ts';
import { type Locale, texts } from '../../../core/texts/texts.ts';
import { type JudgedCode, judgeCode } from '../arriving-code.ts';
import { waitLeft } from '../decide-lock.ts';
import type { Factor, LockStore } from '../lock.ts';
import {
  type FactorFile,
  hashPin,
  newTotp,
  pinFault,
  type StoredFactor,
  stepOf,
  totpUri,
} from '../pin-and-totp.ts';
import { type LockTexts, lockTexts } from '../texts/texts.ts';

interface OpenedLock {
  readonly rows: LockStore;
  readonly file: FactorFile;
  atomically<T>(work: () => T): T;
  readonly locale: Locale;
  /** Why none can be set up here; undefined when one can. */
  readonly refusal: string | undefined;
  close(): void;
}

/** @throws Failure for settings that cannot be used */
export type OpenLock = (host: CliHost) => Promise<OpenedLock>;

/** A code as a phone scans it, drawn in characters. */
export type DrawQr = (content: string) => Promise<string>;

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
async function askBeforeChange(host: CliHost, lock: OpenedLock): Promise<void> {
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
async function askSecretly(host: CliHost, message: string, words: SecretPromptTexts): Promise<string> {
  assertTerminal(host, words);
  const { password, isCancel } = await import('@clack/prompts');
  const answer = await password({ message });
  if (isCancel(answer)) throw new Failure('stopped', words.stopped);
  return answer ?? '';
}

/** @throws Failure `invalid` where nobody can be asked */
function assertTerminal(
  { input, output }: Pick<CliHost, 'input' | 'output'>,
  { noTerminal }: Pick<SecretPromptTexts, 'noTerminal'>,
): void {
  if (!input.isTTY || !output.isTTY) throw new Failure('invalid', noTerminal);
}

/**
 * Asks for the code of the lock that there is, then for a PIN twice, or for the first code of a secret that was
 * scanned, and only then stores it.
 * @throws Failure `invalid` where nobody can be asked, or for what is no PIN and no code; `denied` for a wrong one of
 * the lock before, or where there can be none; nothing is changed then
 */
export async function setUpLock(
  host: CliHost,
  kind: string,
  { open, drawQr }: { open: OpenLock; drawQr: DrawQr },
): Promise<void> {
  await withLock(host, open, async (lock, words) => {
    if (kind !== 'pin' && kind !== 'totp') throw new Failure('invalid', words.whichKind);
    if (lock.refusal !== undefined) throw new Failure('denied', lock.refusal);
    await askBeforeChange(host, lock);
    const { rows, file } = lock;
    const factor = kind === 'pin' ? await choosePin(host, words) : await shareSecret(host, words, drawQr);
    // The file first: a row without it opens nothing, and this command is then run again.
    file.replace(factor);
    rows.setUp(kind, systemClock.nowMs());
    writeLine(host, kind === 'pin' ? words.pinSet : words.totpSet);
  });
}

/** @throws Failure `denied` without the code; nothing is changed then */
export async function switchLockOff(host: CliHost, open: OpenLock): Promise<void> {
  await withLock(host, open, async (lock, words) => {
    await askBeforeChange(host, lock);
    const { rows, file } = lock;
    const wasThere = rows.factor() !== undefined;
    rows.takeAway();
    file.replace(undefined);
    writeLine(host, wasThere ? words.off : words.wasOff);
  });
}

export async function showLock(host: CliHost, open: OpenLock): Promise<void> {
  await withLock(host, open, async ({ rows, file }, words) => {
    const factor = rows.factor();
    if (factor === undefined) return writeLine(host, words.none);
    const isSound = file.read()?.kind === factor.kind;
    writeLine(host, isSound ? words.status[factor.kind] : words.broken);
    const count = rows.countLocked();
    if (count > 0) writeLine(host, words.lockedCount(count));
  });
}

async function withLock(
  host: CliHost,
  open: OpenLock,
  act: (lock: OpenedLock, words: LockTexts['cli']) => Promise<void>,
): Promise<void> {
  const lock = await open(host);
  try {
    await act(lock, lockTexts(texts(lock.locale)).cli);
  } finally {
    lock.close();
  }
}

async function choosePin(host: CliHost, words: LockTexts['cli']): Promise<StoredFactor> {
  const pin = await askSecretly(host, words.askPin, words);
  const fault = pinFault(pin);
  if (fault !== undefined) throw new Failure('invalid', words.fault[fault]);
  if ((await askSecretly(host, words.askAgain, words)) !== pin) throw new Failure('invalid', words.differ);
  return hashPin(pin);
}

async function shareSecret(host: CliHost, words: LockTexts['cli'], drawQr: DrawQr): Promise<StoredFactor> {
  assertTerminal(host, words);
  const secret = newTotp();
  const uri = totpUri(secret);
  writeLine(host, `${words.scan}\n\n${await drawQr(uri)}\n\n${uri}\n`);
  const code = (await askSecretly(host, words.askCode, words)).replace(/[\s-]/g, '');
  if (stepOf(code, secret, systemClock.nowMs()) === undefined) throw new Failure('invalid', words.wrongCode);
  return secret;
}

function writeLine({ output }: CliHost, text: string): void {
  output.write(`${text}\n`);
}
