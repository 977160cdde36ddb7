import type { CliHost } from '../../../contracts/sub-command.ts';
import type { Locale } from '../../../core/texts/texts.ts';
import type { FactorFile } from '../factor/factor-file.ts';
import type { LockStore } from '../lock.ts';

export interface OpenedLock {
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
