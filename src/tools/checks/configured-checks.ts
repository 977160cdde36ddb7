import { posix } from 'node:path';
import {
  type ReadOutput,
  readBiome,
  readBiomeFormat,
  readCompilerLines,
  readDiff,
  readEslint,
  readFormattedText,
  readPyright,
  readRustfmt,
  readTsc,
} from './check-output.ts';

/** One tool that the project has configured for a file. */
export interface Check {
  readonly tool: string;
  readonly argv: readonly string[];
  readonly read: ReadOutput;
  /** Relative path of the file that configures it. */
  readonly config: string;
  /** How to correct what it finds; only formatters. */
  readonly fix?: string;
  /** `project`: belongs to its packages. `toolchain`: installed on this machine. */
  readonly installed: 'project' | 'toolchain';
  /** True when it reads other files too: what it said of the same text may no longer be true. */
  readonly readsMore?: true;
  /** True when it works only where it may write: a compiler with its own folder in the project. */
  readonly writes?: true;
}

/** What detection reads of the project. */
export interface ProjectLook {
  /** Names in a folder, relative to the project; empty for one that cannot be read. */
  names(folder: string): Promise<ReadonlySet<string>>;
  /** The text of a file, relative to the project; empty for one that cannot be read. */
  text(path: string): Promise<string>;
}

/** The folder of a file, and those above it up to the project, the nearest first. */
type Folders = readonly { readonly path: string; readonly names: ReadonlySet<string> }[];

interface Question {
  /** Safe as a word of a command: never an option. */
  readonly path: string;
  readonly folders: Folders;
  readonly look: ProjectLook;
}

type Detect = (question: Question) => Promise<readonly Check[]>;

const SCRIPTS = /\.(?:[cm]?[jt]s|[jt]sx)$/;
const FORMATTED_FOR_WEB =
  /\.(?:[cm]?[jt]s|[jt]sx|json|jsonc|css|scss|less|html|vue|svelte|md|ya?ml|graphql)$/;
const LANGUAGES: readonly (readonly [RegExp, readonly Detect[]])[] = [
  [/\.(?:[cm]?[jt]s|[jt]sx|json|jsonc|css)$/, [biome]],
  [SCRIPTS, [eslint]],
  [FORMATTED_FOR_WEB, [prettier]],
  [/\.(?:[cm]?ts|tsx)$/, [tsc]],
  [/\.pyi?$/, [ruff, black, mypy, pyright]],
  [/\.go$/, [go]],
  [/\.rs$/, [rustfmt, cargo]],
];

/** The formatter, linter and type checker that the project configures for this file, by its files alone. */
export async function configuredChecks(path: string, look: ProjectLook): Promise<readonly Check[]> {
  const detectors = LANGUAGES.filter(([ending]) => ending.test(path)).flatMap(([, detect]) => detect);
  if (detectors.length === 0) return [];
  const folders = await Promise.all(
    foldersAbove(path).map(async (folder) => ({ path: folder, names: await look.names(folder) })),
  );
  const word = path.startsWith('-') ? `./${path}` : path;
  return (await Promise.all(detectors.map((detect) => detect({ path: word, folders, look })))).flat();
}

function foldersAbove(path: string): readonly string[] {
  const folder = posix.dirname(path);
  return folder === '.' ? [''] : [folder, ...foldersAbove(folder)];
}

/** The nearest file with one of these names, or whose text says that it configures the tool. */
async function configOf(
  { folders, look }: Pick<Question, 'folders' | 'look'>,
  name: RegExp,
  sections: Readonly<Record<string, RegExp>> = {},
): Promise<string | undefined> {
  for (const folder of folders) {
    const own = [...folder.names].toSorted().find((one) => name.test(one));
    if (own !== undefined) return posix.join(folder.path, own);
    for (const [file, section] of Object.entries(sections)) {
      if (!folder.names.has(file)) continue;
      const path = posix.join(folder.path, file);
      if (section.test(await look.text(path))) return path;
    }
  }
  return undefined;
}

async function biome(question: Question): Promise<readonly Check[]> {
  const config = await configOf(question, /^\.?biome\.jsonc?$/);
  if (config === undefined) return [];
  const { path } = question;
  const plain = ['--colors=off', '--no-errors-on-unmatched'];
  const shared = { tool: 'biome', config, installed: 'project' } as const;
  return [
    { ...shared, argv: ['biome', 'check', '--reporter=github', ...plain, path], read: readBiome },
    {
      ...shared,
      argv: ['biome', 'format', ...plain, path],
      read: readBiomeFormat,
      fix: `npx biome format --write ${path}`,
    },
  ];
}

async function eslint(question: Question): Promise<readonly Check[]> {
  const config = await configOf(question, /^(?:eslint\.config\.[cm]?[jt]s|\.eslintrc(?:\..+)?)$/, {
    'package.json': /"eslintConfig"\s*:/,
  });
  if (config === undefined) return [];
  const argv = ['eslint', '--format', 'json', question.path];
  // Rules with types read what is imported.
  return [{ tool: 'eslint', argv, read: readEslint, config, installed: 'project', readsMore: true }];
}

async function prettier(question: Question): Promise<readonly Check[]> {
  const config = await configOf(question, /^(?:prettier\.config\.[cm]?[jt]s|\.prettierrc(?:\..+)?)$/, {
    'package.json': /"prettier"\s*:\s*(?:\{|"[@.])/,
  });
  if (config === undefined) return [];
  const { path } = question;
  return [
    {
      tool: 'prettier',
      argv: ['prettier', '--no-color', path],
      read: readFormattedText,
      config,
      installed: 'project',
      fix: `npx prettier --write ${path}`,
    },
  ];
}

async function tsc(question: Question): Promise<readonly Check[]> {
  const config = await configOf(question, /^tsconfig\.json$/);
  if (config === undefined) return [];
  const argv = ['tsc', '--noEmit', '-p', config];
  return [{ tool: 'tsc', argv, read: readTsc, config, installed: 'project', readsMore: true }];
}

async function ruff(question: Question): Promise<readonly Check[]> {
  const config = await configOf(question, /^\.?ruff\.toml$/, { 'pyproject.toml': /^\[tool\.ruff[\].]/m });
  if (config === undefined) return [];
  const { path, look } = question;
  const shared = { tool: 'ruff', config, installed: 'project' } as const;
  const linter: Check = {
    ...shared,
    argv: ['ruff', 'check', '--no-cache', '--quiet', '--output-format', 'concise', path],
    read: readCompilerLines,
  };
  // Many use it beside another formatter.
  const formats = /^\[(?:tool\.ruff\.)?format\]/m.test(await look.text(config));
  if (!formats) return [linter];
  const argv = ['ruff', 'format', '--no-cache', '--quiet', '--diff', path];
  return [linter, { ...shared, argv, read: readDiff, fix: `ruff format ${path}` }];
}

async function black(question: Question): Promise<readonly Check[]> {
  const config = await configOf(question, /^$/, { 'pyproject.toml': /^\[tool\.black\]/m });
  if (config === undefined) return [];
  const { path } = question;
  const argv = ['black', '--quiet', '--diff', path];
  return [{ tool: 'black', argv, read: readDiff, config, installed: 'project', fix: `black ${path}` }];
}

async function mypy(question: Question): Promise<readonly Check[]> {
  const config = await configOf(question, /^\.?mypy\.ini$/, {
    'pyproject.toml': /^\[tool\.mypy\]/m,
    'setup.cfg': /^\[mypy\]/m,
  });
  if (config === undefined) return [];
  // Its cache would be written into the project.
  const argv = ['mypy', '--no-incremental', '--no-error-summary', '--no-pretty', question.path];
  return [{ tool: 'mypy', argv, read: readCompilerLines, config, installed: 'project', readsMore: true }];
}

async function pyright(question: Question): Promise<readonly Check[]> {
  const config = await configOf(question, /^pyrightconfig\.json$/, {
    'pyproject.toml': /^\[tool\.pyright\]/m,
  });
  if (config === undefined) return [];
  const argv = ['pyright', '--outputjson', question.path];
  return [{ tool: 'pyright', argv, read: readPyright, config, installed: 'project', readsMore: true }];
}

async function go(question: Question): Promise<readonly Check[]> {
  const config = await configOf(question, /^go\.mod$/);
  if (config === undefined) return [];
  const { path } = question;
  const module = posix.dirname(config);
  const local = `./${posix.dirname(posix.relative(module, path))}`.replace(/\/\.$/, '');
  const elsewhere = module === '.' ? [] : ['-C', module];
  const shared = { config, installed: 'toolchain' } as const;
  return [
    { ...shared, tool: 'gofmt', argv: ['gofmt', '-d', path], read: readDiff, fix: `gofmt -w ${path}` },
    {
      ...shared,
      tool: 'go vet',
      argv: ['go', ...elsewhere, 'vet', local],
      read: readCompilerLines,
      readsMore: true,
    },
  ];
}

async function rustfmt(question: Question): Promise<readonly Check[]> {
  const config = await configOf(question, /^\.?rustfmt\.toml$/);
  const manifest = await configOf(question, /^Cargo\.toml$/);
  if (config === undefined || manifest === undefined) return [];
  const edition = /^edition\s*=\s*"(\d{4})"/m.exec(await question.look.text(manifest))?.[1] ?? '2021';
  const { path } = question;
  const argv = ['rustfmt', '--check', '--color', 'never', '--edition', edition, path];
  const fix = `rustfmt --edition ${edition} ${path}`;
  return [{ tool: 'rustfmt', argv, read: readRustfmt, config, installed: 'toolchain', fix }];
}

/** It writes below `target`: only where the person builds there already. */
async function cargo(question: Question): Promise<readonly Check[]> {
  const root = question.folders.at(-1);
  if (root?.names.has('Cargo.toml') !== true || !root.names.has('target')) return [];
  const lints = await configOf(question, /^\.?clippy\.toml$/, {
    'Cargo.toml': /^\[(?:workspace\.)?lints\.clippy\]/m,
  });
  const command = lints === undefined ? 'check' : 'clippy';
  return [
    {
      tool: `cargo ${command}`,
      argv: ['cargo', command, '--offline', '--locked', '--quiet', '--message-format', 'short'],
      read: readCompilerLines,
      config: lints ?? 'Cargo.toml',
      installed: 'toolchain',
      readsMore: true,
      writes: true,
    },
  ];
}
