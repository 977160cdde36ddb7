import type { Settings } from '../../settings/settings.ts';
import type { VariableName } from '../../settings/variables.ts';
import type { Ask } from './ask.ts';
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
