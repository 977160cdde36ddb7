import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { CommanderError } from 'commander';
import * as z from 'zod';
import { writeComplaint } from './cli/complain.ts';
import { createProgram } from './cli/program.ts';
import type { StoredData } from './contracts/sub-command.ts';
import { whenUnread } from './core/command-line.ts';
import { isFailure, sentenceIn } from './core/failure.ts';
import { underFlagsOfStart } from './core/v8-flags.ts';
import { localeAtStart, readSettings } from './settings/settings.ts';

/** For the launcher. */
export { underFlagsOfStart };

export interface MainHooks {
  /** Called with the first request to the model. */
  onFirstModelRequest?(): void;
}

/** A wrong setting, an unusable data folder: something that the person can fix. */
const EXIT_FAILURE = 2;

/** The command line. Resolves to the exit code; a bug rejects. */
export async function main(argv: readonly string[], hooks: MainHooks = {}): Promise<number> {
  let exitCode = 0;
  // `wasap audit | head`: it is no error when the reader stops.
  const unread = whenUnread(process.stdout);
  void whenUnread(process.stderr);
  const packageRoot = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
  const version = versionOf(packageRoot);
  const host = {
    packageRoot,
    version,
    input: process.stdin,
    output: process.stdout,
    errors: process.stderr,
    outputFd: process.stdout.fd,
    unread,
    terminalLocale: localeAtStart({ packageRoot }),
    storedData: () => storedData(packageRoot),
    installation: async (modelId?: string) => {
      const { readInstallation } = await import('./cli/installation.ts');
      return readInstallation(packageRoot, modelId);
    },
    onFirstModelRequest: () => hooks.onFirstModelRequest?.(),
    setExitCode: (code: number) => {
      exitCode = code;
    },
  };
  try {
    await createProgram(host, argv[0]).parseAsync([...argv], { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode;
    if (!isFailure(error)) throw error;
    writeComplaint(process.stderr, sentenceIn(host.terminalLocale, error));
    return EXIT_FAILURE;
  }
}

const Package = z.object({ version: z.string() });

function versionOf(packageRoot: string): string {
  return Package.parse(JSON.parse(readFileSync(path.join(packageRoot, 'package.json'), 'utf8'))).version;
}

/** @throws Failure for settings that cannot be used */
async function storedData(packageRoot: string): Promise<StoredData> {
  const settings = await readSettings({ packageRoot });
  const { createRedaction } = await import('./app/redaction.ts');
  return { folder: settings.folders.data, ...createRedaction(settings) };
}
