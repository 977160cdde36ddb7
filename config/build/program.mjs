/**
 * Builds `program.cjs`, its parts and the packages that it reads on demand, and finds places of its stacks in the
 * source.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { DIST, ENTRY, hashOf, inputsOf, ROOT, replaceFile } from './files.mjs';
import { lateModules, lateModulesOfNode } from './late-modules.mjs';
import { libsignalOfOurs } from './libsignal.mjs';
import { AS_COMMON_JS, OWN_URL, PRODUCT } from './options.mjs';
import { onDemand } from './packages-apart.mjs';
import { elsewhere, partEntry, partition } from './parts.mjs';

const SHORT_NAMES = /** @type {const} */ ({
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  minifyIdentifiers: true,
  minifyWhitespace: true,
  // The compiler gives each module's function the name of its file, which is a fortieth of the program.
  mangleProps: /^(all|elsewhere|late|parts|some|used):|(^|\/)(src|node_modules)\/.+\.(sql|[cm]?[jt]sx?)$/,
  mangleQuoted: true,
  charset: 'ascii',
  sourcesContent: false,
});

/**
 * @typedef {Pick<import('esbuild').BuildResult, 'warnings'> & { metafile: import('esbuild').Metafile,
 *   outputFiles: readonly { readonly path: string, readonly text: string }[] }} Compiled
 */

/**
 * Bundles `entry` and puts program, parts, packages on demand, licence texts and launcher into `outFolder`.
 * Each file is replaced in one step: a program that starts meanwhile sees the old one or the new one.
 * @param {{ entry: string, outFolder: string }} at `entry` exports `main(argv, hooks): Promise<exit code>`
 * @returns {Promise<readonly string[]>} absolute paths of the files that went into it
 * @throws when the source does not compile; then nothing in `outFolder` is changed
 */
export async function buildProgram({ entry, outFolder }) {
  const { build } = await import('esbuild');
  const { built, packages } = await compile({ entry, outFolder });
  const apart = await build({
    ...PRODUCT,
    ...OWN_URL,
    absWorkingDir: ROOT,
    entryPoints: packages,
    alias: AS_COMMON_JS,
    outdir: path.join(outFolder, 'packages'),
    outExtension: { '.js': '.cjs' },
    plugins: [libsignalOfOurs],
  });
  const all = [...built, apart];
  for (const { text, location } of all.flatMap(({ warnings }) => warnings))
    console.warn(`${location?.file}:${location?.line}: ${text}`);
  // The program last: whatever it may ask for is there already.
  for (const file of [...all].reverse().flatMap(({ outputFiles }) => outputFiles)) {
    replaceFile(file.path, file.path.endsWith('.cjs') ? withBuildId(file.text) : file.text);
  }
  const launcher = readFileSync(path.join(ROOT, 'src/launcher.cjs'), 'utf8');
  replaceFile(path.join(outFolder, 'wasap.cjs'), launcher, 0o755);
  return all.flatMap(inputsOf);
}

/**
 * @param {{ entry: string, outFolder: string, withMaps?: boolean }} at
 * @returns what was compiled, the program first and then its parts, and the packages on demand that they name
 */
async function compile({ entry, outFolder, withMaps = false }) {
  const { build } = await import('esbuild');
  const options = {
    ...PRODUCT,
    ...OWN_URL,
    absWorkingDir: ROOT,
    ...(withMaps ? /** @type {const} */ ({ sourcemap: 'inline', sourcesContent: false }) : {}),
  };
  const looked = await build({
    ...options,
    entryPoints: [entry],
    outdir: outFolder,
    plugins: [onDemand('.').plugin],
  });
  const { homes, begins, shared } = partition(looked.metafile.inputs, path.relative(ROOT, entry));
  const late = await lateModules({
    root: ROOT,
    files: [...homes.keys()].filter((file) => /\.tsx?$/.test(file)),
    withMaps,
  });
  const edition = hashOf(looked.outputFiles.map(({ text }) => text).join());
  const names = await exportsOf([...begins.values()].flatMap((files) => [...files]));
  /** @type {Record<string, string>} */
  const packages = {};
  /** @param {string} here */
  const pluginsOf = (here) => {
    const apart = onDemand(here === 'program' ? '.' : '..', packages);
    return [
      apart.plugin,
      lateModulesOfNode,
      elsewhere({ here, edition, names, homes, begins, shared }),
      late,
    ];
  };
  const program = await build({
    ...options,
    entryPoints: [entry],
    outfile: path.join(outFolder, 'program.cjs'),
    plugins: pluginsOf('program'),
  });
  const parts = [...begins].map(([part, files]) =>
    build({
      ...options,
      stdin: { contents: partEntry(files, edition), resolveDir: ROOT, sourcefile: `${part}.cjs` },
      outfile: path.join(outFolder, 'parts', `${part}.cjs`),
      plugins: pluginsOf(part),
    }),
  );
  const built = [program, ...(await Promise.all(parts))];
  return { built: await Promise.all(built.map((one) => withShortNames(one, withMaps))), packages };
}

/**
 * With one letter a name a start takes less, and so does what it reads; `--stack` finds the places again. It is a step
 * of its own: where esbuild shortens names while it bundles, each module is an arrow function, and V8 reads those
 * wholly where it lets another function wait for its call. That was a fifth of reading the program, and 12 MB.
 * @param {Compiled} built
 * @param {boolean} withMaps
 * @returns {Promise<Compiled>}
 */
async function withShortNames(built, withMaps) {
  const { transform } = await import('esbuild');
  const files = built.outputFiles.map(async (file) => {
    if (!file.path.endsWith('.cjs')) return [file];
    const { code, map } = await transform(file.text, {
      ...SHORT_NAMES,
      sourcemap: withMaps ? 'external' : false,
    });
    const short = { path: file.path, text: code };
    return withMaps ? [short, { path: `${file.path}.map`, text: map }] : [short];
  });
  return { ...built, outputFiles: (await Promise.all(files)).flat() };
}

/**
 * @param {readonly string[]} files of ours
 * @returns {Promise<Map<string, readonly string[]>>} the names that each exports
 */
async function exportsOf(files) {
  const { build } = await import('esbuild');
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: [...files],
    outdir: DIST,
    format: 'esm',
    jsx: 'automatic',
    write: false,
    metafile: true,
  });
  return new Map(
    Object.values(metafile.outputs).map(({ entryPoint = '', exports }) => [entryPoint, exports]),
  );
}

/**
 * As the launcher wants it. What the compiler leaves of other alphabets stands in regular expressions, where an escape
 * means the same.
 * @param {string} text
 */
function withBuildId(text) {
  const ascii = text.replace(
    /[^\0-\x7f]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `${ascii}//${hashOf(ascii)}`;
}

/**
 * A stack with the places in the source in place of those in `program.cjs` and its parts.
 * @param {string} stack of a program that was built of this very source
 */
export async function readStack(stack) {
  const { SourceMap } = await import('node:module');
  const { built } = await compile({ entry: ENTRY, outFolder: DIST, withMaps: true });
  const maps = new Map(
    built.flatMap(({ outputFiles }) =>
      outputFiles
        .filter((file) => file.path.endsWith('.map'))
        .map(
          ({ path: file, text }) =>
            /** @type {const} */ ([
              path.basename(file, '.map'),
              { file, map: new SourceMap(JSON.parse(text)) },
            ]),
        ),
    ),
  );
  return stack.replace(/[^\s()]*?([\w-]+\.cjs):(\d+):(\d+)/g, (place, name, line, column) => {
    const built = maps.get(name);
    const entry = built?.map.findEntry(Number(line) - 1, Number(column) - 1);
    if (built === undefined || entry === undefined || !('originalSource' in entry)) return place;
    const source = path.relative(ROOT, path.resolve(path.dirname(built.file), entry.originalSource));
    return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  });
}
