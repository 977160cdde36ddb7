import { LOCALES, texts } from '../../core/texts/texts.ts';
import type { PullChoice, PullQuestion } from './pull-request.ts';
import { pullTexts } from './texts/texts.ts';

/** An answer to a question about a pull request. */
export interface PullAnswer {
  /** A choice by its words, or by its place among those of the question. */
  readonly choice: PullChoice | number;
  /** The pull request that was named, if one was. */
  readonly number: number | undefined;
  /** The number stood first, as that of a task does. */
  readonly isNumberFirst?: boolean;
}

const CHOICES: readonly PullChoice[] = ['fix', 'log', 'address', 'close', 'ignore'];
const MAX_LENGTH = 40;

/** Reads `2`, `fix`, `ver registro`, `ignore #7`, `#7 fix`; nothing that holds more than that. */
export function readPullAnswer(text: string): PullAnswer | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const [, first, rest = ''] = /^#(\d{1,9})\s+(.*)$/su.exec(text.trim()) ?? [];
  if (first !== undefined) {
    const choice = choiceNamed(rest.replace(/[.!]$/, ''));
    return choice === undefined ? undefined : { choice, number: Number(first), isNumberFirst: true };
  }
  const match = /^(.*?)(?:\s+#?(\d{1,9}))?[.!]?$/su.exec(normalizeWords(text));
  const [, words = '', named] = match ?? [];
  const number = named === undefined ? undefined : Number(named);
  if (/^[1-9]$/.test(words)) return number === undefined ? { choice: Number(words), number } : undefined;
  const choice = choiceNamed(words);
  return choice === undefined ? undefined : { choice, number };
}

/** In any language: a poll is worded in that of its session. */
export function choiceNamed(words: string): PullChoice | undefined {
  const wanted = normalizeWords(words);
  return CHOICES.find((choice) =>
    LOCALES.some((locale) => {
      const label = normalizeWords(pullTexts(texts(locale)).choices[choice]);
      return wanted === label || SHORT[choice].includes(wanted);
    }),
  );
}

/** Short words that people type for it. */
const SHORT: Readonly<Record<PullChoice, readonly string[]>> = {
  fix: ['fix it', 'arreglalo'],
  log: ['log', 'registro', 'show the log', 'ver el registro'],
  address: ['address', 'atiendelo'],
  close: ['close', 'cierralo'],
  ignore: ['ignore it', 'ignoralo'],
};

/** The choice that the question has for this answer; undefined when it has none. */
export function choiceIn(
  { choices }: Pick<PullQuestion, 'choices'>,
  { choice }: PullAnswer,
): PullChoice | undefined {
  if (typeof choice === 'number') return choices[choice - 1];
  return choices.find((one) => one === choice);
}

function normalizeWords(text: string): string {
  return text.trim().toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '');
}
