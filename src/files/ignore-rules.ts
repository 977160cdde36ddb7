import ignore, { type Ignore } from 'ignore';

/** The ignore rules for one folder: those of its own `.gitignore` come before those of the folders above. */
export interface IgnoreRules {
  /** `path` is relative to the workspace root; `isFolder` matters because `build/` only names folders. */
  ignores(path: string, isFolder: boolean): boolean;
  /** Rules for the folder `folder` (relative to the root), which has a `.gitignore` with this text. */
  within(folder: string, text: string): IgnoreRules;
}

export function noIgnoreRules(): IgnoreRules {
  return rulesFrom([]);
}

interface Layer {
  /** Relative to the root, `''` for the root itself. */
  readonly folder: string;
  readonly rules: Ignore;
}

/** `layers`: nearest first, because the nearest file with a matching rule decides. */
function rulesFrom(layers: readonly Layer[]): IgnoreRules {
  return {
    ignores(path, isFolder) {
      for (const { folder, rules } of layers) {
        const local = folder === '' ? path : path.slice(folder.length + 1);
        const verdict = rules.test(isFolder ? `${local}/` : local);
        if (verdict.ignored || verdict.unignored) return verdict.ignored;
      }
      return false;
    },
    within: (folder, text) => {
      const rules = ignore({ ignoreCase: false }).add(text);
      return rulesFrom([{ folder, rules }, ...layers]);
    },
  };
}
