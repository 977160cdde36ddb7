/** Names every package that is part of the build, with the text of its licence. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const HEAD = `What this folder holds of others, and under which terms. The licences of grammars, fonts, PDF.js and resvg.wasm stand beside them;
better-sqlite3 is installed apart from this folder, with its own.

Most of it asks for no more than its notice. libsignal, which WhatsApp's encryption needs, is under the GNU General Public
License 3.0: read its terms before you pass this folder on.
`;
const PACKAGE = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/;
const LICENCE_FILE = /^(licen[cs]e|copying|notice)([-.][^/]*)?$/i;

/**
 * @param {Iterable<string>} files absolute paths of what went into the build
 * @returns {string} the text of the notice
 */
export function thirdPartyNotice(files) {
  const folders = new Set([...files].flatMap((file) => PACKAGE.exec(file)?.[0] ?? []));
  const sections = [...folders].map(sectionOf).sort((one, other) => (one.name < other.name ? -1 : 1));
  return [HEAD, ...new Set(sections.map(({ text }) => text))].join(`\n${'-'.repeat(100)}\n\n`);
}

/** @param {string} folder of a package */
function sectionOf(folder) {
  const { name, version, license, author } = JSON.parse(
    readFileSync(path.join(folder, 'package.json'), 'utf8'),
  );
  if (typeof license !== 'string') throw new Error(`${name} does not say under which licence it is.`);
  const title = `${name} ${version}, ${license}`;
  const texts = readdirSync(folder)
    .filter((file) => LICENCE_FILE.test(file))
    .map((file) => readFileSync(path.join(folder, file), 'utf8').trim());
  // Its package holds no text: the name of the licence and of whoever wrote it is all there is.
  const by = typeof author === 'string' ? author : (author?.name ?? `the authors of ${name}`);
  return { name, text: [title, '', ...(texts.length > 0 ? texts : [`By ${by}.`]), ''].join('\n') };
}
