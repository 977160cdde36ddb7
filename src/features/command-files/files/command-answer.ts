import { Failure } from '../../../core/failure.ts';
import type { JsonObject } from '../../../core/json.ts';

/** Everything that loading a command can end with, but success. */
export type CommandFault = 'COMMAND_NOT_FOUND' | 'CIRCULAR_REFERENCE' | 'INVALID_NAME' | 'TOO_LARGE';

export type FileExpansion =
  | { readonly reference: string; readonly resolved: true; readonly content: string }
  | { readonly reference: string; readonly resolved: false; readonly error: string };

export type BashExpansion =
  | { readonly command: string; readonly executed: true; readonly output: string }
  | { readonly command: string; readonly executed: false; readonly error: string };

export interface Expansions {
  /** In the order of the text; those of an included file follow it. */
  readonly files: readonly FileExpansion[];
  readonly bash: readonly BashExpansion[];
}

export interface CommandSuccess {
  readonly success: true;
  readonly command: {
    readonly name: string;
    readonly path: string;
    /** Empty when it is missing or unreadable. `allowed-tools` is always a list. */
    readonly frontmatter: JsonObject;
    /** With everything expanded. */
    readonly content: string;
    /** Unchanged text without the frontmatter. */
    readonly raw: string;
  };
  readonly expansions: Expansions;
  readonly metadata: {
    /** UTC, to the second. */
    readonly expandedAt: string;
    /** Estimated for `content`. */
    readonly totalTokensEstimate: number;
  };
}

export interface CommandError {
  readonly success: false;
  readonly error: {
    readonly code: CommandFault;
    readonly message: string;
    /** Set when a command was not found. */
    readonly searchedPaths?: readonly string[];
  };
}

/** The JSON answer to a request for a command. */
export type CommandAnswer = CommandSuccess | CommandError;

interface FaultDetails {
  readonly searchedPaths?: readonly string[];
  readonly circle?: readonly string[];
}

/** Thrown while a command is loaded; the library makes an answer of it. */
export class LoadFault extends Failure {
  readonly code: CommandFault;
  readonly searchedPaths: readonly string[] | undefined;
  /** Files that include each other, the first one again at the end. */
  readonly circle: readonly string[] | undefined;

  constructor(code: CommandFault, message: string, about: FaultDetails = {}) {
    super('invalid', message);
    this.name = 'LoadFault';
    this.code = code;
    this.searchedPaths = about.searchedPaths;
    this.circle = about.circle;
  }
}
