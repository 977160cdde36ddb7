import type { Fault } from './texts/faults.ts';
import type { Locale } from './texts/texts.ts';

/**
 * The expected kinds of errors, as a closed set. Anything that is not a `Failure` is a bug and ends the run.
 * - `invalid`: the input is wrong; the message says what was expected.
 * - `not-found`: the thing named does not exist.
 * - `denied`: trying again will not help; a rule forbids it.
 * - `conflict`: the world changed underneath (file edited, branch moved); look again, then decide.
 * - `timeout`: the work may be half done.
 * - `unavailable`: trying again may help (network, another process, a full disk).
 * - `stopped`: a person or a limit stopped it.
 */
export type FailureKind =
  | 'invalid'
  | 'not-found'
  | 'denied'
  | 'conflict'
  | 'timeout'
  | 'unavailable'
  | 'stopped';

interface FailureDetails {
  readonly cause?: unknown;
  /** Small, loggable facts: no file contents, no secrets. */
  readonly facts?: Readonly<Record<string, string | number | boolean>>;
}

/** An expected failure whose message is a sentence that says what to do next. */
export class Failure extends Error {
  readonly kind: FailureKind;
  readonly facts: Readonly<Record<string, string | number | boolean>>;
  /** Undefined where the one sentence is enough: it is for the model, or already in the language of its reader. */
  readonly fault: Fault | undefined;

  /** @param says one sentence, or one of the catalogue; logs and the model get that in English */
  constructor(kind: FailureKind, says: string | Fault, details: FailureDetails = {}) {
    super(typeof says === 'string' ? says : says.in('en'), { cause: details.cause });
    this.name = 'Failure';
    this.kind = kind;
    this.facts = details.facts ?? {};
    this.fault = typeof says === 'string' ? undefined : says;
  }
}

export function isFailure(error: unknown): error is Failure {
  return error instanceof Failure;
}

/** The message of any thrown value, for logs and for sentences that quote a cause. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The sentence for a person, in their language where the catalogue has it. */
export function sentenceIn(locale: Locale, error: unknown): string {
  return (isFailure(error) ? error.fault?.in(locale) : undefined) ?? messageOf(error);
}

/** The `code` of a Node.js system error (`ENOENT`, `SQLITE_FULL`, ...), or undefined. */
export function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** Ends a switch over a union: a new member becomes a type error here instead of silence at run time. */
export function unreachable(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`);
}
