/**
 * Builds what users start: `dist/program.cjs` (all that a start needs but the native SQLite), its launcher
 * `dist/wasap.cjs`, and what is read once somebody asks for it: `dist/parts/` (of ours) and `dist/packages/`.
 *
 *   node esbuild.config.mjs                  build, and start it once for the compiled code that it keeps
 *   node esbuild.config.mjs --if-possible    build unless it is built already, or the compiler or the source is not installed
 *                                            (then exit 0)
 *   node esbuild.config.mjs --run FILE …     compile one TypeScript file of the repository and run it
 *   node esbuild.config.mjs --stack < FILE   name the places in the source that the lines of a stack are about
 *
 * How each piece is built stands in `config/build/`.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { forgetBuilt, isAsBuilt, noteBuilt } from './config/build/as-built.mjs';
import { buildCompanions } from './config/build/companions.mjs';
import { DIST, ENTRY, ROOT, replaceFile } from './config/build/files.mjs';
import { keepCode } from './config/build/kept-code.mjs';
import { COMMON } from './config/build/options.mjs';
import { buildProgram, readStack } from './config/build/program.mjs';
import { parseShippedYaml } from './config/build/shipped-yaml.mjs';
import { thirdPartyNotice } from './config/build/third-party.mjs';

/** @param {string[]} argv */
async function main([option, file, ...rest]) {
  if (option === '--run' && file !== undefined) return await runTypeScript(file, rest);
  if (option === '--stack') {
    process.stdout.write(await readStack(readFileSync(0, 'utf8')));
    return 0;
  }
  const reason = obstacle();
  if (reason === undefined) {
    if (option === '--if-possible') await buildUnlessBuilt();
    else await buildAll();
    // Not before a start that follows at once: it would wait for this one.
    if (option === undefined) await keepCode(DIST);
    return 0;
  }
  console.error(reason);
  return option === '--if-possible' ? 0 : 1;
}

/** Runs before the tests (see vitest.config.ts), so that they never meet another program than a build would make. */
export async function setup() {
  if (obstacle() !== undefined) return;
  await buildUnlessBuilt().catch((error) => {
    console.error(messageOf(error));
    // A stale program must not be tested in place of the broken one.
    rmSync(path.join(DIST, 'program.cjs'), { force: true });
  });
}

async function buildUnlessBuilt() {
  if (!isAsBuilt(ROOT)) await buildAll();
}

async function buildAll() {
  const begunAtMs = Date.now();
  forgetBuilt(ROOT);
  const builds = [buildProgram({ entry: ENTRY, outFolder: DIST }), ...buildCompanions()];
  // An error is told when all have ended: nothing is written behind whoever tidies up after it.
  await Promise.allSettled(builds);
  const inputs = await Promise.all(builds);
  replaceFile(path.join(DIST, 'THIRD-PARTY.txt'), thirdPartyNotice(inputs.flat()));
  await parseShippedYaml();
  noteBuilt(ROOT, { inputs: inputs.flat(), begunAtMs });
}

/**
 * @param {string} file
 * @param {string[]} argv
 * @returns {Promise<number>} its exit code
 */
async function runTypeScript(file, argv) {
  const { build } = await import('esbuild');
  const folder = path.join(ROOT, 'node_modules/.cache/wasap-agent'); // packages resolve from here
  const outfile = path.join(folder, `${path.basename(file, '.ts')}-${process.pid}.mjs`);
  await build({
    ...COMMON,
    entryPoints: [file],
    outfile,
    format: 'esm',
    packages: 'external',
    sourcemap: 'inline',
  });
  try {
    const child = spawnSync(process.execPath, ['--enable-source-maps', outfile, ...argv], {
      stdio: 'inherit',
    });
    return child.status ?? 1;
  } finally {
    rmSync(outfile, { force: true });
  }
}

/** @returns {string | undefined} why nothing can be built here */
function obstacle() {
  if (!existsSync(ENTRY)) return 'src/main.ts is not here, so nothing was built.';
  if (existsSync(path.join(ROOT, 'node_modules/esbuild'))) return undefined;
  return existsSync(path.join(DIST, 'program.cjs'))
    ? 'esbuild is not installed: the program already in dist/ stays as it is.'
    : 'esbuild is not installed, so dist/ was not built. Run `npm ci` without `--omit=dev`, or copy dist/ here.';
}

/**
 * What the compiler says is complete without our stack; of everything else we want to see where it came from.
 * @param {unknown} error
 */
function messageOf(error) {
  return error instanceof Error && 'errors' in error ? error.message : error;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.exitCode = await main(process.argv.slice(2)).catch((error) => {
    console.error(messageOf(error));
    return 1;
  });
}
