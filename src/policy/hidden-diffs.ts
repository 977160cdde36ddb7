import { isSecretPath } from './file-classes.ts';

/** One file of a diff as git prints it, up to the next file or commit. */
const FILE = /^(diff --(?:git|cc|combined) (.+)\n)((?!diff --|commit [0-9a-f]{7}).*(?:\n|$))+/gm;

/**
 * Removes the contents of secret files from diffs: earlier values are in no file any more, so the redactor cannot
 * know them.
 */
export function withoutSecretDiffs(text: string, mask: string): string {
  if (!text.includes('diff --')) return text;
  return text.replace(FILE, (file: string, header: string, names: string) =>
    isOfSecretFile(names) ? `${header}${mask}\n` : file,
  );
}

function isOfSecretFile(names: string): boolean {
  const paths = names.split(' ').map((name) => name.replaceAll('"', ''));
  return paths.some((path) => isSecretPath(path) || isSecretPath(path.replace(/^[a-z]\//, '')));
}
