import type { CliHost } from '../../../contracts/sub-command.ts';
import { systemClock } from '../../../core/clock.ts';
import { Failure } from '../../../core/failure.ts';
import { texts } from '../../../core/texts/texts.ts';
import type { StoredFactor } from '../factor/factor-file.ts';
import { hashPin, pinFault } from '../factor/pin.ts';
import { newTotp, stepOf, totpUri } from '../factor/totp.ts';
import { type LockTexts, lockTexts } from '../texts/texts.ts';
import { askBeforeChange, askSecretly, assertTerminal } from './ask-code.ts';
import type { DrawQr, OpenedLock, OpenLock } from './open-lock.ts';

interface SetUpParts {
  readonly open: OpenLock;
  readonly drawQr: DrawQr;
}

/**
 * Asks for the code of the lock that there is, then for a PIN twice, or for the first code of a secret that was
 * scanned, and only then stores it.
 * @throws Failure `invalid` where nobody can be asked, or for what is no PIN and no code; `denied` for a wrong one of
 * the lock before, or where there can be none; nothing is changed then
 */
export async function setUpLock(host: CliHost, kind: string, { open, drawQr }: SetUpParts): Promise<void> {
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
