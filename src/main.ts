import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command, CommanderError, Help } from 'commander';
import * as z from 'zod';
import { subCommandGroups } from './cli/index.ts';
import type { StoredData } from './contracts/sub-command.ts';
import { isFailure } from './core/failure.ts';
import { whenUnread } from './core/unread.ts';
import { readSettings } from './settings/settings.ts';

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
  const program = new Command('wasap')
    .description('A coding agent you talk to in a chat: a message becomes a tested commit.')
    .version(version)
    // Options would push what a command is for to a second line; its own help shows them.
    .configureHelp({
      subcommandTerm: (command) => new Help().subcommandTerm(command).replace(' [options]', ''),
    })
    .exitOverride();
  const host = {
    packageRoot,
    version,
    input: process.stdin,
    output: process.stdout,
    errors: process.stderr,
    outputFd: process.stdout.fd,
    unread,
    locale: async () => (await readSettings({ packageRoot, overrides: {} })).locale,
    storedData: () => storedData(packageRoot),
    installation: async (modelId?: string) => {
      const { installation } = await import('./cli/installation.ts');
      return installation(packageRoot, modelId);
    },
    onFirstModelRequest: () => hooks.onFirstModelRequest?.(),
    setExitCode: (code: number) => {
      exitCode = code;
    },
  };
  for (const { heading, subCommands } of subCommandGroups) {
    program.commandsGroup(heading);
    for (const add of subCommands) add(program, host);
  }
  program.commandsGroup('Start:').helpCommand('help [command]', 'Show the help of a command');
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode;
    if (!isFailure(error)) throw error;
    process.stderr.write(`wasap: ${error.message}\n`);
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
  const { redaction } = await import('./app/redaction.ts');
  return { folder: settings.folders.data, ...redaction(settings) };
}
