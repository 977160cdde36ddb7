import { posix } from 'node:path';
import { displayOf } from '../../policy/display.ts';
import {
  type ReadOutput,
  readBiome,
  readBiomeFormat,
  readCompilerLines,
  readDiff,
  readEslint,
  readFormattedText,
  readPyright,
  readPyrightWithoutImports,
  readRustfmt,
  readTsc,
} from './check-output.ts';

/** One tool that the project has configured for a file. */
export interface Check {
  readonly tool: string;
  readonly argv: readonly string[];
  readonly read: ReadOutput;
  /** The file that configures it, relative to the project. */
  readonly config: string;
  /** Where it runs, relative to the project: most tools look for their configuration there, and nowhere below. */
  readonly folder: string;
  /** How to correct what it finds; only formatters. */
  readonly fix?: string;
  /** `project`: belongs to its packages. `toolchain`: installed on this machine. */
  readonly installed: 'project' | 'toolchain';
  /** True when it reads other files too: what it said of the same text may no longer be true. */
  readonly readsMore?: true;
  /** True when it works only where it may write: a compiler with its own folder in the project. */
  readonly writes?: true;
}

/** The parts of the project that detection reads. */
export interface ProjectLook {
  /** Names in a folder, relative to the project; empty for one that cannot be read. */
  names(folder: string): Promise<ReadonlySet<string>>;
  /** The text of a file, relative to the project; empty for one that cannot be read. */
  text(path: string): Promise<string>;
}

interface CheckLookup {
  /** Relative to the project. */
  readonly path: string;
  /** The folder of the file, and those above it up to the project, the nearest first. */
  readonly folders: readonly { readonly path: string; readonly names: ReadonlySet<string> }[];
  readonly look: ProjectLook;
}

type CheckDetector = (question: CheckLookup) => Promise<readonly Check[]>;

const SCRIPTS = /\.(?:[cm]?[jt]s|[jt]sx)$/;
const FORMATTED_FOR_WEB =
  /\.(?:[cm]?[jt]s|[jt]sx|json|jsonc|css|scss|less|html|vue|svelte|md|ya?ml|graphql)$/;
const LANGUAGES: readonly (readonly [RegExp, readonly CheckDetector[]])[] = [
  [/\.(?:[cm]?[jt]s|[jt]sx|json|jsonc|css)$/, [detectBiome]],
  [SCRIPTS, [detectEslint]],
  [FORMATTED_FOR_WEB, [detectPrettier]],
  [/\.(?:[cm]?ts|tsx)$/, [detectTsc]],
  [/\.pyi?$/, [detectRuff, detectBlack, detectMypy, detectPyright]],
  [/\.go$/, [detectGo]],
  [/\.rs$/, [detectRustfmt, detectCargo]],
];

/** The formatter, linter and type checker that the project configures for this file, by its files alone. */
export async function configuredChecks(path: string, look: ProjectLook): Promise<readonly Check[]> {
  const detectors = LANGUAGES.filter(([ending]) => ending.test(path)).flatMap(([, detect]) => detect);
  if (detectors.length === 0) return [];
  const folders = await Promise.all(
    foldersAbove(path).map(async (folder) => ({ path: folder, names: await look.names(folder) })),
  );
  return (await Promise.all(detectors.map((detect) => detect({ path, folders, look })))).flat();
}

function foldersAbove(path: string): readonly string[] {
  const folder = posix.dirname(path);
  return folder === '.' ? [''] : [folder, ...foldersAbove(folder)];
}

/** A file that configures a tool, and the checked one as it is called in its folder. */
interface ConfiguredFile extends Pick<Check, 'config' | 'folder'> {
  /** Safe as a word of a command: never an option. */
  readonly path: string;
}

/** The nearest file with one of these names, or whose text says that it configures the tool. */
async function configOf(
  { path: checked, folders, look }: CheckLookup,
  name: RegExp,
  sections: Readonly<Record<string, RegExp>> = {},
): Promise<ConfiguredFile | undefined> {
  const found = (folder: string, file: string): ConfiguredFile => {
    const path = posix.relative(folder, checked);
    const config = posix.join(folder, file);
    return { config, folder, path: path.startsWith('-') ? `./${path}` : path };
  };
  for (const folder of folders) {
    const own = [...folder.names].toSorted().find((one) => name.test(one));
    if (own !== undefined) return found(folder.path, own);
    for (const [file, section] of Object.entries(sections)) {
      if (!folder.names.has(file)) continue;
      if (section.test(await look.text(posix.join(folder.path, file)))) return found(folder.path, file);
    }
  }
  return undefined;
}

/** A command that formats it, for the agent, whose commands start at the root of the project. */
function fixIn(folder: string, argv: readonly string[]): string {
  return folder === '' ? displayOf(argv) : `${displayOf(['cd', folder])} && ${displayOf(argv)}`;
}

async function detectBiome(question: CheckLookup): Promise<readonly Check[]> {
  const found = await configOf(question, /^\.?biome\.jsonc?$/);
  if (found === undefined) return [];
  const { config, folder, path } = found;
  const plain = ['--colors=off', '--no-errors-on-unmatched'];
  const shared = { tool: 'biome', config, folder, installed: 'project' } as const;
  return [
    { ...shared, argv: ['biome', 'check', '--reporter=github', ...plain, path], read: readBiome },
    {
      ...shared,
      argv: ['biome', 'format', ...plain, path],
      read: readBiomeFormat,
      fix: fixIn(folder, ['npx', 'biome', 'format', '--write', path]),
    },
  ];
}

async function detectEslint(question: CheckLookup): Promise<readonly Check[]> {
  const found = await configOf(question, /^(?:eslint\.config\.[cm]?[jt]s|\.eslintrc(?:\..+)?)$/, {
    'package.json': /"eslintConfig"\s*:/,
  });
  if (found === undefined) return [];
  const { config, folder, path } = found;
  const argv = ['eslint', '--format', 'json', path];
  // Rules with types read what is imported.
  return [{ tool: 'eslint', argv, read: readEslint, config, folder, installed: 'project', readsMore: true }];
}

async function detectPrettier(question: CheckLookup): Promise<readonly Check[]> {
  const found = await configOf(question, /^(?:prettier\.config\.[cm]?[jt]s|\.prettierrc(?:\..+)?)$/, {
    'package.json': /"prettier"\s*:\s*(?:\{|"[@.])/,
  });
  if (found === undefined) return [];
  const { config, folder, path } = found;
  return [
    {
      tool: 'prettier',
      argv: ['prettier', '--no-color', path],
      read: readFormattedText,
      config,
      folder,
      installed: 'project',
      fix: fixIn(folder, ['npx', 'prettier', '--write', path]),
    },
  ];
}

async function detectTsc(question: CheckLookup): Promise<readonly Check[]> {
  const found = await configOf(question, /^tsconfig\.json$/);
  if (found === undefined) return [];
  const { config, folder } = found;
  const argv = ['tsc', '--noEmit', '-p', 'tsconfig.json'];
  return [{ tool: 'tsc', argv, read: readTsc, config, folder, installed: 'project', readsMore: true }];
}

async function detectRuff(question: CheckLookup): Promise<readonly Check[]> {
  const found = await configOf(question, /^\.?ruff\.toml$/, { 'pyproject.toml': /^\[tool\.ruff[\].]/m });
  if (found === undefined) return [];
  const { config, folder, path } = found;
  const shared = { tool: 'ruff', config, folder, installed: 'project' } as const;
  const linter: Check = {
    ...shared,
    argv: ['ruff', 'check', '--no-cache', '--quiet', '--output-format', 'concise', path],
    read: readCompilerLines,
  };
  // Many use it beside another formatter.
  const formats = /^\[(?:tool\.ruff\.)?format\]/m.test(await question.look.text(config));
  if (!formats) return [linter];
  const argv = ['ruff', 'format', '--no-cache', '--quiet', '--diff', path];
  return [linter, { ...shared, argv, read: readDiff, fix: fixIn(folder, ['ruff', 'format', path]) }];
}

async function detectBlack(question: CheckLookup): Promise<readonly Check[]> {
  const found = await configOf(question, /^$/, { 'pyproject.toml': /^\[tool\.black\]/m });
  if (found === undefined) return [];
  const { config, folder, path } = found;
  const argv = ['black', '--quiet', '--diff', path];
  const fix = fixIn(folder, ['black', path]);
  return [{ tool: 'black', argv, read: readDiff, config, folder, installed: 'project', fix }];
}

async function detectMypy(question: CheckLookup): Promise<readonly Check[]> {
  const found = await configOf(question, /^\.?mypy\.ini$/, {
    'pyproject.toml': /^\[tool\.mypy\]/m,
    'setup.cfg': /^\[mypy\]/m,
  });
  if (found === undefined) return [];
  const { config, folder, path } = found;
  // It would make a folder for its cache in the project, and ends with an internal error where it may not.
  const argv = ['mypy', '--cache-dir=/dev/null', '--no-error-summary', '--no-pretty', path];
  return [
    { tool: 'mypy', argv, read: readCompilerLines, config, folder, installed: 'project', readsMore: true },
  ];
}

async function detectPyright(question: CheckLookup): Promise<readonly Check[]> {
  const found = await configOf(question, /^pyrightconfig\.json$/, {
    'pyproject.toml': /^\[tool\.pyright\]/m,
  });
  if (found === undefined) return [];
  const { config, folder, path } = found;
  // Nothing is activated here, so without a named environment it knows no package of the project.
  const names = question.folders.find((one) => one.path === folder)?.names;
  const environment = ['.venv', 'venv'].find((name) => names?.has(name));
  const python = environment === undefined ? [] : [`--pythonpath=${environment}/bin/python`];
  return [
    {
      tool: 'pyright',
      argv: ['pyright', '--outputjson', ...python, path],
      read: environment === undefined ? readPyrightWithoutImports : readPyright,
      config,
      folder,
      installed: 'project',
      readsMore: true,
    },
  ];
}

async function detectGo(question: CheckLookup): Promise<readonly Check[]> {
  const found = await configOf(question, /^go\.mod$/);
  if (found === undefined) return [];
  const { config, folder, path } = found;
  const shared = { config, folder, installed: 'toolchain' } as const;
  const fix = fixIn(folder, ['gofmt', '-w', path]);
  return [
    { ...shared, tool: 'gofmt', argv: ['gofmt', '-d', path], read: readDiff, fix },
    {
      ...shared,
      tool: 'go vet',
      argv: ['go', 'vet', `./${posix.dirname(path)}`.replace(/\/\.$/, '')],
      read: readCompilerLines,
      readsMore: true,
    },
  ];
}

async function detectRustfmt(question: CheckLookup): Promise<readonly Check[]> {
  const found = await configOf(question, /^\.?rustfmt\.toml$/);
  const manifest = await configOf(question, /^Cargo\.toml$/);
  if (found === undefined || manifest === undefined) return [];
  const edition = /^edition\s*=\s*"(\d{4})"/m.exec(await question.look.text(manifest.config))?.[1] ?? '2021';
  const { config, folder, path } = found;
  const argv = ['rustfmt', '--check', '--color', 'never', '--edition', edition, path];
  const fix = fixIn(folder, ['rustfmt', '--edition', edition, path]);
  return [{ tool: 'rustfmt', argv, read: readRustfmt, config, folder, installed: 'toolchain', fix }];
}

/** It writes below `target`: only where the person builds there already. */
async function detectCargo(question: CheckLookup): Promise<readonly Check[]> {
  const built = question.folders.find(({ names }) => names.has('Cargo.toml') && names.has('target'));
  if (built === undefined) return [];
  const lints = await configOf(question, /^\.?clippy\.toml$/, {
    'Cargo.toml': /^\[(?:workspace\.)?lints\.clippy\]/m,
  });
  const command = lints === undefined ? 'check' : 'clippy';
  return [
    {
      tool: `cargo ${command}`,
      argv: ['cargo', command, '--offline', '--locked', '--quiet', '--message-format', 'short'],
      read: readCompilerLines,
      config: lints?.config ?? posix.join(built.path, 'Cargo.toml'),
      folder: built.path,
      installed: 'toolchain',
      readsMore: true,
      writes: true,
    },
  ];
}
