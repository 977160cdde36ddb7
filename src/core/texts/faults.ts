import { faultTexts as english } from './en/faults.ts';
import { faultTexts as spanish } from './es/faults.ts';
import type { Languages, Locale } from './texts.ts';

/** An error for people: the rule that found it, with its values, as a sentence in the reader's language. */
export interface Fault {
  /** Its name in the catalogue. */
  readonly rule: string;
  readonly values: readonly FaultValue[];
  in(locale: Locale): string;
}

/** A fault that is the cause of another one is given in the same language. */
type FaultValue = string | number | Fault;

type Sentence = string | ((...values: never[]) => string);

type ValuesOf<S> = S extends (...values: infer V extends (string | number)[]) => string
  ? { [I in keyof V]: V[I] extends string ? V[I] | Fault : V[I] }
  : [];

/** Builds the faults of one table, which is read when a fault is shown. A name or value that is missing is a type error. */
export function faultsOf<T extends Readonly<Record<string, Sentence>>>(languages: Languages<T>) {
  return <R extends keyof T & string>(rule: R, ...values: ValuesOf<T[R]>): Fault => ({
    rule,
    values,
    in(locale) {
      const sentence = languages[locale]()[rule];
      if (typeof sentence !== 'function') return String(sentence);
      const said = values.map((value: FaultValue) => (typeof value === 'object' ? value.in(locale) : value));
      return Reflect.apply(sentence, undefined, said);
    },
  });
}

/** Several faults, each on a line of its own. */
export function faultList(faults: readonly Fault[], mark = ''): Fault {
  return {
    rule: 'list',
    values: faults.map(({ rule }) => rule),
    in: (locale) => faults.map((one) => `${mark}${one.in(locale)}`).join('\n'),
  };
}

/** A fault of the parts below features, whose sentences are in `en/faults/`. */
export const fault = faultsOf({ en: () => english, es: () => spanish });
