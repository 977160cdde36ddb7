import { withoutAccents } from '../../core/text.ts';

/** A code that a person typed: a PIN, or the digits of an authenticator app. */
export interface TypedCode {
  /** As ASCII; undefined when it was masked before this program could read it. */
  readonly digits: string | undefined;
  /** The message without it. */
  readonly rest: string;
}

/** `/unlock 123456`: the text behind the command is meant as a code, even if it cannot be one. */
const UNLOCK = /^\s*(\/(?:unlock|desbloquear))(?=\s|$)\s*([\s\S]*)$/iu;

/** Digits with at most one sign between two of them, and nothing around that would make them part of something else. */
const SPACED = /(?<![^\s:,;(])\p{Nd}(?:[ .-]?\p{Nd}){5,11}(?![^\s.,;:!?)])/u;
/** As an app shows them, `123 456`, or in one piece. */
const COMPACT = /(?<![^\s:,;(])(?:\p{Nd}{3}[ -]\p{Nd}{3}|\p{Nd}{6,12})(?![^\s.,;:!?)])/u;
const MASKED = /\*{6,}/u;
/** Marks of direction and of no width that come along when a code is copied. */
const INVISIBLE = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;

/** In UTF-16 code units. A longer message is about something else, also while a code is asked for. */
const MAX_AWAITED_LENGTH = 100;

/** Words of an answer or about the code: beside one of these, digits are a code. */
const CODE_CONTEXT = words(
  'yes y yep yeah ok okay sure approve approved allow go always session si s dale claro vale adelante apruebo aprobar',
  'aprobado permitir permite permitelo siempre sesion code codigo pin clave totp otp 2fa unlock lock desbloquear',
  'bloquear',
);
/** Words that may stand beside those. */
const AROUND = words(
  'my mi is es the el la con with and do it lo de para por favor please gracias task tarea once una vez this esta',
);

/**
 * The code in a message, recognised by its form and never by its value: the stored text must not reveal whether it is
 * the right one. Digits in a sentence about something else are no code.
 * @param isAwaited a code was asked for in this chat: then any digits that could be one are it
 * @param yesTo names of commands that take a yes at their end, behind which a code may stand
 */
export function readTypedCode(
  text: string,
  isAwaited: boolean,
  yesTo: readonly string[] = [],
): TypedCode | undefined {
  const [, command, behind = ''] = UNLOCK.exec(text) ?? [];
  if (command !== undefined)
    return behind.trim() === '' ? undefined : { digits: digitsIn(plain(behind)), rest: command };
  const said = plain(text);
  // The forms of apps are tried first: in `1 482913` the `1` is an answer.
  for (const form of [MASKED, COMPACT, SPACED]) {
    const inAnswer = findTypedCode(said, form);
    if (inAnswer === undefined) continue;
    if (isAnswer(inAnswer.rest) || isBehindYes(said, inAnswer.rest, yesTo)) return inAnswer;
  }
  if (!isAwaited || said.length > MAX_AWAITED_LENGTH) return undefined;
  return findTypedCode(said, COMPACT);
}

/** The same text in as many bytes of UTF-8, with stars for the digits of a message that holds a code. */
export function maskTypedCode(text: string, isAwaited: boolean, yesTo: readonly string[] = []): string {
  if (readTypedCode(text, isAwaited, yesTo) === undefined) return text;
  const [, , behind = text] = UNLOCK.exec(text) ?? [];
  const start = text.length - behind.length;
  const hidden = behind.replace(start > 0 ? /\S/gu : /\p{N}/gu, (sign) =>
    '*'.repeat(Buffer.byteLength(sign)),
  );
  return `${text.slice(0, start)}${hidden}`;
}

function plain(text: string): string {
  return text.normalize('NFKC').replace(INVISIBLE, '').trim();
}

function findTypedCode(text: string, form: RegExp): TypedCode | undefined {
  const [typed] = form.exec(text) ?? [];
  if (typed === undefined) return undefined;
  const rest = text.replace(typed, ' ').replace(/\s+/gu, ' ').trim();
  return { digits: digitsIn(typed), rest: rest.replace(/\s*[:,;(]\s*\)?$|^[\p{P}\s]+$/gu, '') };
}

/** `12 34-56` is `123456`; undefined when there are none. */
function digitsIn(typed: string): string | undefined {
  const digits = [...typed].flatMap((sign) => digitValue(sign) ?? []);
  return digits.length === 0 ? undefined : digits.join('');
}

/** The value of a digit of any script: those of a script follow each other, the zero first. */
function digitValue(sign: string): number | undefined {
  if (!/^\p{Nd}$/u.test(sign)) return undefined;
  const at = sign.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(at - value - 1))) value += 1;
  return value;
}

/** `/hooks yes`, `/mcp permitir docs sí`. */
const YES_OF_COMMAND = /^\/(\S+)(?:\s\S+)*\s(?:yes|y|ok|okay|s[ií]|vale|dale|acepto|accept)$/iu;

/** True for digits after the yes at the end of one of these commands. */
function isBehindYes(said: string, rest: string, yesTo: readonly string[]): boolean {
  const [, name = ''] = YES_OF_COMMAND.exec(rest) ?? [];
  return yesTo.includes(name.toLowerCase()) && /[\p{Nd}*]$/u.test(said);
}

/** Nothing, or an answer: `yes`, `k7x yes`, `#2 sí`, `my code is`. */
function isAnswer(rest: string): boolean {
  const said = rest
    .split(' ')
    .map((word) => withoutAccents(word.toLowerCase()).replace(/^[\p{P}\p{S}]+|[\p{P}\p{S}]+$/gu, ''))
    .filter((word) => word !== '');
  if (said.length === 0) return true;
  const others = said.filter((word) => !CODE_CONTEXT.has(word) && !AROUND.has(word) && !/^\d$/u.test(word));
  const hasContext = said.some((word) => CODE_CONTEXT.has(word) || /^\d$/u.test(word));
  // The code of a question: three letters and digits.
  return hasContext && others.length <= 1 && others.every((word) => /^[\da-z*]{3}$/u.test(word));
}

function words(...lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => line.split(' ')));
}
