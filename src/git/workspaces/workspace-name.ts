import { isReservedName } from '../../core/paths.ts';

/** Longest name, in UTF-16 code units: it is shown in questions and lists on a phone. */
const MAX_NAME_LENGTH = 80;

// Only Latin-1 letters: with a Cyrillic o two projects could look the same.
const NAME = /^[A-Za-z0-9À-ÖØ-öø-ÿ_](?:[A-Za-z0-9À-ÖØ-öø-ÿ ._+@-]*[A-Za-z0-9À-ÖØ-öø-ÿ_+@-])?$/;

/**
 * True when a folder of this name can be a workspace: one path component that can be typed, shown and distinguished
 * on every system. A name that passes leads to the folder of this name and nowhere else.
 */
export function isWorkspaceName(name: string): boolean {
  return (
    name.length <= MAX_NAME_LENGTH &&
    name === name.normalize('NFC') &&
    NAME.test(name) &&
    !isReservedName(name)
  );
}
