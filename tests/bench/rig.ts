import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import type { LogLine } from '../support/messages-server/request-log.ts';
import type { ScriptFile } from '../support/messages-server/script-file.ts';
import { Running } from './running.ts';
import { FILES, sourceFile } from './script.ts';

/** `npm run bench` starts in the folder of the package. */
const ROOT = process.cwd();

export interface Rig {
  readonly folder: string;
  readonly workspace: string;
  /** A scripted model that nobody has asked yet. */
  model(script: ScriptFile): Promise<ScriptedModel>;
  /** A program with a data folder of its own, and in the common workspace, unless it is given others. */
  start(kind: ProgramKind, model: ScriptedModel, own?: Partial<OwnFolders>): Running;
  /** Ours, with settings over the usual ones and another command line than `start`. */
  startWith(settings: Readonly<Record<string, string>>, ...args: readonly string[]): Running;
  /** The least that answers on the same WhatsApp client; asks the model for its answers if there is one. */
  startBareClient(...urls: readonly string[]): Running;
  newDataDir(): string;
  /** A workspace like the common one, for a program that changes it. */
  newWorkspace(): string;
  /** The next start of ours finds no compiled code. */
  dropCodeCache(): void;
  /** The next start of ours finds the code that the build kept. */
  restoreCodeCache(): void;
  remove(): void;
}

interface OwnFolders {
  readonly dataDir: string;
  readonly workspace: string;
  /** Over the usual ones, for ours. */
  readonly settings: Readonly<Record<string, string>>;
}

/** `bare` is the loop as one writes and starts it; `bundled` is the same, compiled to one file as ours is. */
export type ProgramKind = 'ours' | 'bare' | 'bundled';

/** How each is told a task. */
export function taskFor(kind: ProgramKind): string {
  return kind === 'ours' ? '/agent read the sources' : 'read the sources';
}

export interface ScriptedModel {
  readonly url: string;
  /** Requests so far, bodies included. */
  requests(): readonly LogLine[];
  end(): Promise<void>;
}

export async function makeRig(): Promise<Rig> {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'wasap-bench-')));
  const workspace = makeWorkspace(path.join(folder, 'project'));
  const server = path.join(folder, 'messages-server.mjs');
  await compile('tests/support/messages-server/main.ts', server, { format: 'esm' });
  const dist = copyProgram(path.join(folder, 'package'));
  const bare = path.join(folder, 'package', 'bare-loop.mjs'); // beside the packages that it imports
  const bundled = path.join(folder, 'bare-loop.cjs');
  const bareClient = path.join(folder, 'package', 'bare-client.mjs');
  await compile('tests/bench/bare-loop.ts', bare, { format: 'esm', packages: 'external' });
  await compile('tests/bench/bare-loop.ts', bundled, { format: 'cjs' });
  await compile('tests/bench/bare-client.ts', bareClient, { format: 'esm', packages: 'external' });
  let count = 0;
  const numbered = (name: string) => path.join(folder, `${name}-${count++}`);
  const program = path.join(dist, 'wasap.cjs');
  return {
    folder,
    workspace,
    model: (script) => startModel(server, numbered('model'), script),
    newDataDir: () => numbered('data'),
    newWorkspace: () => makeWorkspace(numbered('project')),
    start(kind, { url }, own = {}) {
      const { dataDir = numbered('data'), workspace: cwd = workspace, settings = {} } = own;
      const argv = {
        ours: [program, 'start'],
        bare: [bare, cwd, url],
        bundled: [bundled, cwd, url],
      }[kind];
      const env = { ...environment({ url, folder, workspace: cwd, dataDir }), ...settings };
      return new Running({ argv, cwd, env });
    },
    startWith(settings, ...args) {
      const env = { ...environment({ url: '', folder, workspace, dataDir: '' }), ...settings };
      return new Running({ argv: [program, ...args], cwd: workspace, env });
    },
    startBareClient: (...urls) =>
      new Running({
        argv: [bareClient, ...urls],
        cwd: workspace,
        env: { PATH: process.env.PATH, HOME: folder },
      }),
    dropCodeCache() {
      for (const name of readdirSync(dist, { encoding: 'utf8', recursive: true }))
        if (name.endsWith('.cache')) rmSync(path.join(dist, name));
    },
    restoreCodeCache() {
      const built = path.join(ROOT, 'dist');
      for (const name of readdirSync(built, { encoding: 'utf8', recursive: true }))
        if (name.endsWith('.cache')) cpSync(path.join(built, name), path.join(dist, name));
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

interface Places {
  readonly url: string;
  readonly folder: string;
  readonly workspace: string;
  readonly dataDir: string;
}

function environment({ url, folder, workspace, dataDir }: Places): Record<string, string | undefined> {
  return {
    PATH: process.env.PATH,
    HOME: folder,
    ANTHROPIC_API_KEY: 'test-key',
    ANTHROPIC_BASE_URL: url,
    AGENT_MODEL: 'scripted-model',
    AGENT_WRITE_ENABLED: 'true',
    AGENT_MAX_ROUNDS: '500',
    // Has figures of its own.
    AGENT_MAP_TOKENS: '0',
    PROJECT_ROOT: workspace,
    DATA_DIR: dataDir,
    CONFIG_DIR: path.join(folder, 'config'),
    LOCALE: 'en',
  };
}

function makeWorkspace(folder: string): string {
  mkdirSync(path.join(folder, 'src'), { recursive: true });
  for (let file = 0; file < FILES; file += 1) {
    writeFileSync(path.join(folder, `src/part-${file}.ts`), sourceFile(file));
  }
  const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: folder });
  git('init', '-q', '-b', 'main');
  git('add', '-A');
  git('-c', 'user.name=Ana', '-c', 'user.email=ana@example.com', 'commit', '-q', '-m', 'feat: parts');
  return folder;
}

/**
 * The built program apart from the checkout, where its code cache may be dropped. @returns the folder it starts from
 */
function copyProgram(folder: string): string {
  for (const part of ['dist', 'config', 'package.json']) {
    cpSync(path.join(ROOT, part), path.join(folder, part), { recursive: true });
  }
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
  return path.join(folder, 'dist');
}

/** With the options of `config/build/options.mjs`. */
async function compile(
  entry: string,
  outfile: string,
  options: Pick<BuildOptions, 'format' | 'packages'>,
): Promise<void> {
  await build({
    ...options,
    entryPoints: [path.join(ROOT, entry)],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20',
    minifyWhitespace: true,
    minifySyntax: true,
    logLevel: 'warning',
  });
}

async function startModel(server: string, files: string, script: ScriptFile): Promise<ScriptedModel> {
  const [scriptFile, log] = [`${files}.json`, `${files}.jsonl`];
  writeFileSync(scriptFile, JSON.stringify(script));
  const argv = [server, '--script', scriptFile, '--log', log, '--bodies'];
  const child: ChildProcess = spawn(process.execPath, argv, { stdio: ['pipe', 'pipe', 'inherit'] });
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.once('data', (line: Buffer) => resolve(String(line).replace('listening ', '').trim()));
    child.once('exit', () => reject(new Error('The scripted model did not start.')));
  });
  return {
    url,
    requests: () =>
      readFileSync(log, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line): LogLine => JSON.parse(line)),
    async end() {
      child.stdin?.end();
      if (child.exitCode === null) await once(child, 'close');
      rmSync(log);
    },
  };
}
