import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { commandPolicy, environmentOf } from '../../src/app/host-context.ts';
import { createRedaction } from '../../src/app/redaction.ts';
import { type Clock, systemClock } from '../../src/core/clock.ts';
import { silentLog } from '../../src/core/log.ts';
import type {
  CommandAnswer,
  CommandError,
  CommandSuccess,
  ListedCommandFile,
} from '../../src/features/command-files/command-file.ts';
import type {
  CommandLibrary,
  LoadedCommand,
} from '../../src/features/command-files/files/command-library.ts';
import { commandFiles } from '../../src/features/command-files/files/open-command-files.ts';
import { hostProcesses } from '../../src/processes/process-table.ts';
import { createSupervisor } from '../../src/processes/supervisor.ts';
import { readSettings } from '../../src/settings/settings.ts';
import { tempFolder } from './program.ts';
import { runNow } from './run-now.ts';

const PACKAGE = path.resolve(import.meta.dirname, '../..');

export interface CommandRig {
  readonly root: string;
  readonly config: string;
  readonly library: CommandLibrary;
  /** The list without what ships with the program. */
  listed(): Promise<readonly ListedCommandFile[]>;
  /** Writes files below the project; a path that begins with `/` is taken as it is. */
  write(files: Readonly<Record<string, string>>): void;
  git(...args: readonly string[]): void;
  load(name: string, ...args: readonly string[]): Promise<LoadedCommand>;
  /** What a load that must not fail says. */
  loaded(name: string, ...args: readonly string[]): Promise<CommandSuccess>;
  /** What a load that must fail says. */
  refused(name: string): Promise<CommandError['error']>;
  remove(): void;
}

export interface CommandRigOptions {
  /** By which commands run out of time. */
  readonly clock?: Clock;
  readonly env?: Readonly<Record<string, string>>;
  /** Where `config/` is. */
  readonly packageRoot?: string;
}

/** The command files of a project as the program opens them: its policy, its supervisor, its redaction. */
export async function commandRig({
  clock = systemClock,
  env = {},
  packageRoot = PACKAGE,
}: CommandRigOptions = {}): Promise<CommandRig> {
  const folder = tempFolder('library');
  const [root, config] = ['project', 'config'].map((name) => path.join(realpathSync(folder.path), name)) as [
    string,
    string,
  ];
  for (const made of [root, config]) mkdirSync(made);
  const data = path.join(folder.path, 'data');
  const told = { HOME: folder.path, PATH: process.env.PATH, CONFIG_DIR: config, DATA_DIR: data, ...env };
  const settings = await readSettings({
    packageRoot,
    env: told,
    cwd: root,
    overrides: { PROJECT_ROOT: root },
  });
  const environment = environmentOf(settings);
  const host = { settings, environment, packageRoot, linked: () => [] };
  const { redactor, learnSecrets } = createRedaction(settings);
  const processes = hostProcesses();
  const supervision = { redactor, learnSecrets, processes, clock, environment, log: silentLog };
  const supervisor = createSupervisor({ ...supervision, folder: path.join(data, 'processes') });
  const policy = await commandPolicy(host, 'posix');
  const library = commandFiles({ ...host, folders: settings.folders }, root, {
    redactor,
    learnSecrets,
    policy,
    supervisor,
  });
  const load = (name: string, ...args: readonly string[]) =>
    library.load(name, { text: args.join(' '), words: args }, new AbortController().signal);
  return {
    root,
    config,
    library,
    listed: async () => (await library.list()).filter(({ plugin }) => plugin !== 'wasap'),
    load,
    loaded: async (name, ...args) => success((await load(name, ...args)).answer),
    refused: async (name) => failure((await load(name)).answer),
    write(files) {
      for (const [name, text] of Object.entries(files)) {
        const file = path.resolve(root, name);
        mkdirSync(path.dirname(file), { recursive: true });
        writeFileSync(file, text);
      }
    },
    git: (...args) => void runNow({ program: 'git', args, cwd: root, env: process.env }),
    remove: folder.remove,
  };
}

function success(answer: CommandAnswer): CommandSuccess {
  if (!answer.success) throw new Error(`${answer.error.code}: ${answer.error.message}`);
  return answer;
}

function failure(answer: CommandAnswer): CommandError['error'] {
  if (answer.success) throw new Error(`It was loaded: ${answer.command.content}`);
  return answer.error;
}
