import type { Command } from 'commander';
import type { Locale } from '../core/texts/texts.ts';
import type { LearnSecrets } from './exec.ts';
import type { Redactor } from './policy.ts';

/** Input of the command line from the program's start. */
export interface CliHost {
  readonly packageRoot: string;
  readonly version: string;
  readonly input: NodeJS.ReadStream;
  readonly output: NodeJS.WriteStream;
  /** For messages about the program itself. */
  readonly errors: NodeJS.WritableStream;
  /** Descriptor behind `output`. */
  readonly outputFd: number;
  /** Resolves when nobody reads `output` any more. */
  readonly unread: Promise<void>;
  /** The language of the settings; undefined = none is set. */
  locale(): Promise<Locale | undefined>;
  /** @throws Failure for settings that cannot be used */
  storedData(): Promise<StoredData>;
  /** Called once the first request to the model was sent: the moment to store compiled code. */
  onFirstModelRequest(): void;
  /** Sets the exit code of the process. */
  setExitCode(code: number): void;
}

/** What the program has stored, for sub-commands that show it. */
export interface StoredData {
  /** DATA_DIR: absolute; it need not exist. */
  readonly folder: string;
  /** Hides the secrets of the settings: texts of a model or a person are stored with them. */
  readonly redactor: Redactor;
  /** Adds those of a project's secret files to the redactor. */
  readonly learnSecrets: LearnSecrets;
}

/** Adds one sub-command to the command line; runs nothing. */
export type SubCommand = (program: Command, host: CliHost) => void;
