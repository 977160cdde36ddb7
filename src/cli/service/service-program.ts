import { statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { findProgram } from '../../processes/find-program.ts';
import type { Settings } from '../../settings/settings.ts';

/** What a service starts, and where. All paths are absolute. */
export interface ServiceProgram {
  readonly node: string;
  readonly launcher: string;
  /** Its working folder: the project, where PROJECT_ROOT names no other. */
  readonly project: string;
  /** A service gets no variables of a shell. No secrets: anybody who reads the file would have them. */
  readonly environment: Readonly<Record<string, string>>;
  /** True where bubblewrap gets its rights by setuid: without new privileges it could make no sandbox. */
  readonly needsPrivileges: boolean;
}

/** This installation, with the project, the folders and the programs that this shell would use. */
export function serviceProgram(
  { workspace, folders, hostEnvironment }: Pick<Settings, 'workspace' | 'folders' | 'hostEnvironment'>,
  packageRoot: string,
): ServiceProgram {
  const path = (hostEnvironment.PATH ?? '').split(':').filter(isLasting).join(':');
  return {
    node: process.execPath,
    launcher: join(packageRoot, 'dist', 'wasap.cjs'),
    project: workspace.projectRoot,
    // A service has no terminal: without this one it would end with its input, at once.
    environment: {
      CHANNELS: 'whatsapp',
      PATH: path,
      DATA_DIR: folders.data,
      CONFIG_DIR: folders.config,
      // Otherwise one that a file names would win over the working folder.
      ...(hostEnvironment.PROJECT_ROOT ? { PROJECT_ROOT: workspace.projectRoot } : {}),
    },
    needsPrivileges: isSetuid(findProgram('bwrap', path)),
  };
}

/** npm and npx add folders that serve one project, or one run. */
function isLasting(folder: string): boolean {
  return isAbsolute(folder) && !folder.includes('/node_modules/');
}

const SETUID = 0o4000;

function isSetuid(program: string | undefined): boolean {
  return program !== undefined && (statSync(program).mode & SETUID) !== 0;
}
