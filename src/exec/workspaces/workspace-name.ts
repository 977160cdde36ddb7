import { isReservedName } from '../../base/file-name.ts';

/** Longest name, in UTF-16 code units: it is shown in questions and lists on a phone. */
const MAX_NAME_LENGTH = 80;

// Latin-1 letters alone: a Cyrillic o would make two projects that nobody can tell apart.
const NAME = /^[A-Za-z0-9À-ÖØ-öø-ÿ_](?:[A-Za-z0-9À-ÖØ-öø-ÿ ._+@-]*[A-Za-z0-9À-ÖØ-öø-ÿ_+@-])?$/;

/**
 * Whether a folder of this name can be a workspace: one path component that can be typed, shown and told apart on every
 * system. No name that passes leads anywhere else than to the folder called so.
 */
export function isWorkspaceName(name: string): boolean {
  return (
    name.length <= MAX_NAME_LENGTH &&
    name === name.normalize('NFC') &&
    NAME.test(name) &&
    !isReservedName(name)
  );
}
