import type { Command } from 'commander';
import type { Locale } from '../core/texts/texts.ts';

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
  /** Called once the first request to the model was sent: the moment to store compiled code. */
  onFirstModelRequest(): void;
  /** Sets the exit code of the process. */
  setExitCode(code: number): void;
}

/** Adds one sub-command to the command line; runs nothing. */
export type SubCommand = (program: Command, host: CliHost) => void;
