import type { WriteStream } from 'node:tty';
import wrapAnsi from 'wrap-ansi';
import { columnsOf, type TerminalSize } from '../../core/terminal-output.ts';
import type { Settings } from '../../settings/settings.ts';
import type { VariableName } from '../../settings/variables.ts';
import type { SetupWords } from './texts/texts.ts';

/** Input of a step: the present state, and functions to ask and to store answers. */
export interface StepContext {
  readonly settings: Settings;
  /** Problems of the present settings; the settings here are without them. */
  readonly wrong: string | undefined;
  readonly packageRoot: string;
  readonly words: SetupWords;
  readonly ask: Ask;
  /** Stores answers at once. */
  save(changes: Readonly<Partial<Record<VariableName, string>>>): void;
}

/** One step of the set-up. Changes nothing that the person did not ask for. */
export type SetupStep = (context: StepContext) => Promise<void>;

/** Thrown when the person pressed Ctrl-C in a question. */
export class SetupStopped extends Error {}

interface SetupChoice<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly hint?: string;
}

/** Questions in the terminal. Each throws `SetupStopped` on Ctrl-C. */
export interface Ask {
  intro(text: string): void;
  /** One paragraph, without a question. */
  say(text: string): void;
  good(text: string): void;
  bad(text: string): void;
  readonly terminal: TerminalSize;
  /** Printed unchanged: a QR code. */
  raw(lines: readonly string[]): void;
  choose<Value extends string>(question: string, choices: readonly SetupChoice<Value>[]): Promise<Value>;
  /** @param wrong says what is wrong with an answer; undefined when it is acceptable */
  line(
    question: string,
    options: { readonly initial: string; readonly hint: string; wrong(text: string): string | undefined },
  ): Promise<string>;
  /** One key answers: y or n; Enter is yes. */
  confirm(question: string, words: { readonly yes: string; readonly no: string }): Promise<boolean>;
  secret(question: string, wrong: (text: string) => string | undefined): Promise<string>;
  outro(text: string): void;
}

/** Width of the library's bar and blanks before the words. */
const MARGIN = 4;

export async function askInTerminal(output: WriteStream): Promise<Ask> {
  const clack = await import('@clack/prompts');
  const wrapped = (text: string, margin = MARGIN): string =>
    wrapAnsi(text, columnsOf(output) - margin, { hard: true, trim: false });
  const answered = <T>(answer: T | symbol): Exclude<T, symbol> => {
    if (clack.isCancel(answer)) throw new SetupStopped();
    // Safe: the library's only symbol is the one for Ctrl-C.
    return answer as Exclude<T, symbol>;
  };
  return {
    terminal: output,
    intro: (text) => clack.intro(text),
    say: (text) => clack.log.message(wrapped(text)),
    good: (text) => clack.log.success(wrapped(text)),
    bad: (text) => clack.log.warn(wrapped(text)),
    raw: (lines) => void output.write(`${wrapped(lines.join('\n'), 0)}\n`),
    async choose(question, choices) {
      const options = choices.map(({ value, label, hint }) => ({
        value: String(value),
        label,
        hint: hint ?? '',
      }));
      const answer = answered(await clack.select({ message: question, options, showInstructions: false }));
      const chosen = choices.find(({ value }) => value === answer);
      if (chosen === undefined) throw new Error(`${answer} was not offered`);
      return chosen.value;
    },
    async line(question, { initial, hint, wrong }) {
      const answer = await clack.text({
        message: question,
        placeholder: hint,
        initialValue: initial,
        validate: (text) => wrong((text ?? '').trim()),
      });
      return (answered(answer) ?? '').trim();
    },
    async confirm(question, { yes, no }) {
      const options = { message: question, active: yes, inactive: no, initialValue: true };
      return answered(await clack.confirm(options));
    },
    async secret(question, wrong) {
      const validate = (text: string | undefined) => wrong((text ?? '').trim());
      return (answered(await clack.password({ message: question, validate })) ?? '').trim();
    },
    outro: (text) => clack.outro(text),
  };
}
