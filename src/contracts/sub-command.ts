import type { Command } from 'commander';
import type { TerminalStream } from '../core/terminal-output.ts';
import type { Locale } from '../core/texts/texts.ts';
import type { LearnSecrets } from './exec.ts';
import type { Model } from './model.ts';
import type { Redactor } from './policy.ts';
import type { ModelPrice } from './session.ts';
import type { AnyTool } from './tool.ts';

/** Input of the command line from the program's start. */
export interface CliHost {
  readonly packageRoot: string;
  readonly version: string;
  readonly input: NodeJS.ReadStream;
  readonly output: NodeJS.WriteStream;
  /** For messages about the program itself. */
  readonly errors: NodeJS.WritableStream & TerminalStream;
  /** Descriptor behind `output`. */
  readonly outputFd: number;
  /** Resolves when nobody reads `output` any more. */
  readonly unread: Promise<void>;
  /** The language of the terminal: LOCALE, else the system's. Known before anything is read in full. */
  readonly terminalLocale: Locale;
  /** @throws Failure for settings that cannot be used */
  storedData(): Promise<StoredData>;
  /**
   * @param modelId in place of the one of the settings
   * @throws Failure for settings that cannot be used
   */
  installation(modelId?: string): Promise<Installation>;
  /** Called with the first request to the model: by then there is enough compiled code to keep. */
  onFirstModelRequest(): void;
  /** Sets the exit code of the process. */
  setExitCode(code: number): void;
}

/** The project and the model of the settings, for sub-commands that work with them. */
export interface Installation {
  /** PROJECT_ROOT: absolute. */
  readonly workspace: string;
  /** PROJECTS_ROOT: absolute; undefined = there is one project. */
  readonly projectsRoot: string | undefined;
  /** CONFIG_DIR: absolute. */
  readonly configFolder: string;
  readonly locale: Locale;
  /** Tools as the model sees them; none can be carried out. */
  readonly tools: readonly AnyTool[];
  readonly model: InstalledModel;
}

export interface InstalledModel {
  readonly id: string;
  /** Ids of all models that `agent.yaml` describes. */
  readonly known: readonly string[];
  /** Undefined when it is not known. */
  readonly price: ModelPrice | undefined;
  /** Undefined without a key. */
  open(): Model | undefined;
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

/**
 * Asks the person at the terminal for their PIN or code, where a lock is set up: before a command changes who may do
 * what.
 * @throws Failure for a code that does not count, and where nobody can be asked
 */
export type AskForCode = (host: CliHost) => Promise<void>;
