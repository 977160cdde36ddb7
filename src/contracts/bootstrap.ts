/**
 * The owner's files for the model, in the order in which they are shown: how to speak, whom it works for, how to use
 * tools best. Each is optional.
 */
export const BOOTSTRAP_NAMES = ['SOUL.md', 'USER.md', 'TOOLS.md'] as const;

export type BootstrapName = (typeof BOOTSTRAP_NAMES)[number];

/**
 * - `link`: leads out of the folder. - `not-a-file`: a folder, a pipe, a device. - `not-text`: no UTF-8.
 * - `unreadable`: the system refuses it, or a link leads nowhere.
 */
export type BootstrapFault = 'link' | 'not-a-file' | 'not-text' | 'unreadable';

interface FoundBootstrapFile {
  readonly name: BootstrapName;
  /** Below `DATA_DIR/workspace`, with `/`: `SOUL.md`, or `shop/SOUL.md` for the project `shop` alone. */
  readonly place: string;
}

export type BootstrapFile =
  | (FoundBootstrapFile & {
      readonly kind: 'read';
      /** Never empty. */
      readonly text: string;
      /** Size of the whole file. */
      readonly bytes: number;
      /** True when `text` is only the beginning. */
      readonly isCut: boolean;
    })
  | (FoundBootstrapFile & { readonly kind: 'refused'; readonly why: BootstrapFault });

/**
 * The files of `names` that exist and are not empty, in that order. `project`: canonical path of the workspace. Never
 * throws for a file.
 */
export type Bootstrap = (project: string, names: readonly BootstrapName[]) => readonly BootstrapFile[];
