import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { expect, onTestFinished, test } from 'vitest';
import { makeTree } from './make-tree.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const PROBE = path.join(import.meta.dirname, 'import-probe.mjs');

test('importing any file of the source does nothing', async () => {
  expect(await workDoneByImporting(path.join(ROOT, 'src'))).toEqual([]);
});

test('a file that only defines things is clean, and the file that does work is named, not those that import it', {
  tags: 'full',
}, async () => {
  const root = makeTree({
    'a-first.ts': "import { port } from './z-offender.ts';\nexport const a = port;\n",
    'z-offender.ts': "export const port = 1;\nconsole.log('hello');\n",
  });
  expect(await workDoneByImporting(root)).toEqual([sentence('z-offender.ts', 'writes "hello\\n" to stdout')]);
});

test('a package that does work when imported is named', { tags: 'full' }, async () => {
  const root = makeTree({ 'a.ts': "import 'vitest/suppress-warnings.d.ts';\n" });
  expect(await workDoneByImporting(root)).toContainEqual(
    expect.stringMatching(/^vitest\/suppress.* throws /),
  );
});

/** What a file may do at import, and what is said of that. */
const OFFENCES = {
  'an-output.ts': ["process.stderr.write('x');", 'writes "x" to stderr'],
  'a-timer.ts': ['setInterval(() => undefined, 1000);', 'opens a handle (Timeout)'],
  'an-unreferenced-timer.ts': ['setTimeout(() => undefined, 1000).unref();', 'opens a handle (Timeout)'],
  'a-watcher.ts': ["import fs from 'node:fs';\nfs.watch('.');", 'opens a handle (FSEVENTWRAP)'],
  'a-server.ts': [
    "import net from 'node:net';\nnet.createServer().listen(0);",
    'opens a handle (TCPSERVERWRAP)',
  ],
  'a-process.ts': [
    "import { spawn } from 'node:child_process';\nspawn('true');",
    'opens a handle (PROCESSWRAP)',
  ],
  'a-listener.ts': [
    "process.on('uncaughtException', () => undefined);",
    'listens on process: uncaughtException x1',
  ],
  'a-variable.ts': ["process.env.LEFT_BEHIND = 'y';", 'changes the environment: LEFT_BEHIND=y'],
  'a-global.ts': ['Object.assign(globalThis, { leftBehind: 1 });', 'changes a global: leftBehind'],
  'a-file.ts': [
    "import fs from 'node:fs';\nfs.writeFileSync('left-behind', '');",
    'writes a file: left-behind',
  ],
  'a-throw.ts': ["throw new Error('no key');", 'throws Error: no key'],
} as const;

test('whatever a file does at import is found', { tags: 'full' }, async () => {
  const files = Object.entries(OFFENCES).map(([file, [offence]]) => [file, `${offence}\nexport {};\n`]);
  expect(await workDoneByImporting(makeTree(Object.fromEntries(files)))).toEqual(
    expect.arrayContaining(Object.entries(OFFENCES).map(([file, [, found]]) => sentence(file, found))),
  );
});

function sentence(file: string, found: string): string {
  return `${file} ${found} when it is merely imported. Move that into a function which app.ts calls.`;
}

/**
 * Imports every TypeScript file under `root` in a fresh process and says what they did. At first as one module, which
 * is several times quicker; only if that did anything, file by file, for the name of the one to blame.
 */
async function workDoneByImporting(root: string): Promise<string[]> {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'))
    // These run in a browser.
    .filter((file) => !file.startsWith(path.join('web-server', 'client')))
    .sort();
  // Inside node_modules, so that the compiled files find the packages.
  const outdir = path.join(ROOT, 'node_modules/.cache/wasap-agent', `imports-${process.pid}-${files.length}`);
  onTestFinished(() => rmSync(outdir, { recursive: true, force: true }));
  const asOne = importAll(outdir, await compileAsOne({ root, files, outdir }));
  return asOne.length === 0 ? [] : importAll(outdir, await compileApart({ root, files, outdir }));
}

interface Compiled {
  /** Names of the packages that they import. */
  readonly packages: readonly string[];
  /** In the order in which they are imported, each as it is called and where its compiled form lies. */
  readonly modules: readonly { readonly name: string; readonly file: string }[];
}

/** Imports the packages and then the modules in one fresh process; a sentence for each thing that happened. */
function importAll(outdir: string, { packages, modules }: Compiled): string[] {
  const scratch = path.join(outdir, 'empty');
  rmSync(scratch, { recursive: true, force: true });
  mkdirSync(scratch);
  const plan = path.join(outdir, 'plan.json');
  const report = path.join(outdir, 'report.json');
  const ours = modules.map(({ name, file }) => ({ name, url: pathToFileURL(path.join(outdir, file)).href }));
  writeFileSync(plan, JSON.stringify([...packages.map((name) => ({ name, url: name })), ...ours]));
  const probe = spawnSync(process.execPath, [PROBE, plan, report], { cwd: scratch, encoding: 'utf8' });
  expect({ status: probe.status, stdout: probe.stdout, stderr: probe.stderr }).toEqual({
    status: 0,
    stdout: '',
    stderr: '',
  });
  const found: { name: string; happened: string[] }[] = JSON.parse(readFileSync(report, 'utf8'));
  expect(found.map(({ name }) => name)).toEqual([...packages, ...modules.map(({ name }) => name)]);
  return found.flatMap(({ name, happened }) =>
    happened
      // A registry of its own on globalThis is a package's business; a handle or an output would be ours.
      .filter((what) => !packages.includes(name) || !what.startsWith('changes a global:'))
      .map((what) => sentence(name, what)),
  );
}

/** How both ways of compiling read the files. */
const COMMON = {
  bundle: true, // for texts like migrations, which are a part of who imports them
  format: 'esm',
  platform: 'node',
  target: 'node20',
  packages: 'external',
  loader: { '.sql': 'text' },
  logLevel: 'error',
  metafile: true,
} as const;

interface Sources {
  readonly root: string;
  readonly files: readonly string[];
  readonly outdir: string;
}

/** Compiles all files to one module, which runs what each of them does at import. */
async function compileAsOne({ root, files, outdir }: Sources): Promise<Compiled> {
  const name = 'all-files.mjs';
  const { metafile } = await build({
    ...COMMON,
    stdin: { contents: files.map((file) => `import './${file}';\n`).join(''), resolveDir: root },
    absWorkingDir: root,
    outfile: path.join(outdir, name),
    // Nothing is left out because nobody uses what it makes.
    treeShaking: false,
  });
  const [output] = Object.values(metafile.outputs);
  const packages = (output?.imports ?? []).filter(({ kind }) => kind !== 'dynamic-import');
  return { packages: [...new Set(packages.map(({ path: of }) => of))], modules: [{ name, file: name }] };
}

/** As the files stand beside each other once they are compiled: one does not become a part of another. */
const APART: Plugin = {
  name: 'apart',
  setup({ onResolve }) {
    onResolve({ filter: /^\.\.?\/.*\.tsx?$/ }, ({ path: file }) => ({
      path: compiledName(file),
      external: true,
    }));
  },
};

function compiledName(file: string): string {
  return file.replace(/\.tsx?$/, '.mjs');
}

/** Compiles each file to a module of its own. Dependencies come first, so that blame falls on the right one. */
async function compileApart({ root, files, outdir }: Sources): Promise<Compiled> {
  const { metafile } = await build({
    ...COMMON,
    entryPoints: files.map((file) => path.join(root, file)),
    absWorkingDir: root,
    outbase: root,
    outdir,
    outExtension: { '.js': '.mjs' },
    plugins: [APART],
  });
  const own = new Map(files.map((file) => [compiledName(file), file]));
  const packages = new Set<string>();
  const order = new Set<string>();
  const place = (file: string): void => {
    if (order.has(file)) return;
    const imports = metafile.inputs[file]?.imports ?? [];
    for (const imported of imports.filter(({ kind, external }) => external && kind !== 'dynamic-import')) {
      const other = own.get(path.join(path.dirname(file), imported.path));
      if (other === undefined) packages.add(imported.path);
      else place(other);
    }
    order.add(file);
  };
  for (const file of files) place(file);
  return {
    packages: [...packages],
    modules: [...order].map((name) => ({ name, file: compiledName(name) })),
  };
}
