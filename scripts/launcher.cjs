#!/usr/bin/env node
// Starts the bundled program beside this file with V8's compiled code from an earlier start, which halves start-up.
const fs = require('node:fs');
const { createRequire, wrap } = require('node:module');
const path = require('node:path');
const vm = require('node:vm');
const { crc32 } = require('node:zlib');

const programPath = path.join(__dirname, 'program.cjs');
const source = fs.readFileSync(programPath, 'latin1'); // the build guarantees ASCII
const buildId = source.slice(-16);
const cachePath = path.join(__dirname, `program.${process.version}-${process.arch}.cache`);

// V8 checks neither the payload of a cache nor more of the source than its length: a damaged cache, or one of
// another build, would run as the wrong program. Hence build id and checksum at its end.
function readCache() {
  let file;
  try {
    file = fs.openSync(cachePath, 'r');
    const { uid, mode } = fs.fstatSync(file);
    if (uid !== process.getuid?.() || (mode & 0o022) !== 0) return undefined; // it is code: only our own
    const bytes = fs.readFileSync(file);
    const body = bytes.subarray(0, -4);
    const sound = bytes.length > 20 && crc32(body) === bytes.readUInt32LE(body.length);
    return sound && body.toString('latin1', body.length - 16) === buildId ? body.subarray(0, -16) : undefined;
  } catch {
    return undefined; // none yet, or unreadable: the program starts without it
  } finally {
    if (file !== undefined) fs.closeSync(file);
  }
}

function writeCache() {
  const body = Buffer.concat([script.createCachedData(), Buffer.from(buildId, 'latin1'), Buffer.alloc(4)]);
  body.writeUInt32LE(crc32(body.subarray(0, -4)), body.length - 4);
  const draft = `${cachePath}.${process.pid}`;
  try {
    fs.writeFileSync(draft, body, { flag: 'wx', mode: 0o600 });
    fs.renameSync(draft, cachePath);
  } catch {
    fs.rm(draft, { force: true }, () => undefined); // an unwritable folder only means a slower start
  }
}

const cachedData = readCache();
const script = new vm.Script(wrap(source), { filename: programPath, cachedData });
let cacheWanted = cachedData === undefined || script.cachedDataRejected === true;
function onFirstModelRequest() {
  if (cacheWanted) writeCache();
  cacheWanted = false;
}

const program = /** @type {NodeJS.Module} */ ({ exports: {} });
script.runInThisContext()(program.exports, createRequire(programPath), program, programPath, __dirname);
/** @type {{ main(argv: string[], hooks: object): Promise<number> }} */
const { main } = program.exports;
main(process.argv.slice(2), { onFirstModelRequest }).then(
  (exitCode) => {
    process.exitCode = exitCode;
  },
  (error) => {
    console.error(error);
    process.exitCode = 1;
  },
);
