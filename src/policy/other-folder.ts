/** A command as if it had been given in the folder that one of its options names. */
export interface ElsewhereArgv {
  readonly argv: readonly string[];
  readonly flag: string;
  /** As it was written, relative to the folder of the line. */
  readonly folder: string;
}

/** Options that make a program change its folder first; only before the sub-command. */
const FOLDER_FLAGS: Readonly<Record<string, readonly string[]>> = {
  git: ['-C'],
  go: ['-C'],
  npm: ['--prefix', '-C'],
  pnpm: ['-C', '--dir'],
  yarn: ['--cwd'],
  uv: ['--directory'],
  poetry: ['-C', '--directory'],
  composer: ['-d', '--working-dir'],
};

/**
 * `git -C api status` is `git status` in `api`: its words are relative to that folder, and the settings there apply.
 * Undefined for every other command, and for an absolute folder, which is judged as unknown.
 */
export function inOtherFolder([name = '', first = '', ...rest]: readonly string[]):
  | ElsewhereArgv
  | undefined {
  const [flag = '', attached] = first.split(/=(.*)/s);
  if (FOLDER_FLAGS[name]?.includes(flag) !== true) return undefined;
  const [folder, args] = attached === undefined ? [rest[0], rest.slice(1)] : [attached, rest];
  if (folder === undefined || !/^[^-/~]/.test(folder)) return undefined;
  return { argv: [name, ...args], flag, folder };
}
