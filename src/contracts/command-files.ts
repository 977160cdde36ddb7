/**
 * Whose command file it is. What comes with a workspace, its plugins included, was written by whoever wrote that; `own` is
 * the person's own folder, `shipped` comes with the program.
 */
export type CommandSource = 'workspace' | 'own' | 'plugin' | 'shipped';

/** A command file, for what is decided about it. */
export interface CommandFile {
  readonly source: CommandSource;
  /** Name of the plugin; that of the program for what is shipped. */
  readonly plugin: string | undefined;
  /** A path from the workspace, or a whole one. */
  readonly path: string;
  /** SHA-256 of its bytes. */
  readonly hash: string;
  /** As they are named in `allowed-tools`. */
  readonly allowedTools: readonly string[];
}

/** What a command file says of itself: somebody else's words. */
export interface CommandLabel {
  readonly name: string;
  /** On one line; empty when the file does not say. */
  readonly description: string;
  /** What to write behind the name; empty when the file does not say. */
  readonly argumentHint: string;
}

export interface NamedCommandFile extends CommandFile, CommandLabel {}

/** One of the list. */
export interface ListedCommand extends Pick<CommandFile, 'source' | 'plugin' | 'path'>, CommandLabel {
  /** Path of the file that is loaded by this name in place of this one. */
  readonly hiddenBy: string | undefined;
}

/** What was found of command files for one message, before it is decided about. */
export interface SeenCommands {
  /** Canonical path of the workspace that was looked at. */
  readonly workspace: string;
  /** The one that the message names. */
  readonly named: NamedCommandFile | 'too-large' | undefined;
  /** All of them, as far as the message asks for them. */
  readonly all: readonly ListedCommand[];
}

/** The command files of workspaces, given by canonical path, as the disk is now. */
export interface CommandFileRegistry {
  find(workspace: string, name: string): Promise<NamedCommandFile | 'too-large' | undefined>;
  list(workspace: string): Promise<readonly ListedCommand[]>;
}
