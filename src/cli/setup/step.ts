import type { Texts } from '../../base/texts/texts.ts';
import type { Settings } from '../../settings.ts';
import type { VariableName } from '../../settings-schema.ts';
import type { Ask } from './ask.ts';

/** What a step sees: how things are now, and how to ask and to keep an answer. */
export interface StepContext {
  readonly settings: Settings;
  /** What is wrong with the settings as they stand; those here are without it. */
  readonly wrong: string | undefined;
  readonly packageRoot: string;
  readonly words: Texts;
  readonly ask: Ask;
  /** Stores answers at once. */
  save(changes: Readonly<Partial<Record<VariableName, string>>>): void;
}

/** One step of the set-up. Nothing that the person did not ask for is changed. */
export type Step = (context: StepContext) => Promise<void>;
