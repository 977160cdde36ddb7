#!/usr/bin/env node
// Starts the program beside this file, with the machine code V8 made at an earlier start: that halves the wait.
const fs = require('node:fs');
const { createRequire } = require('node:module');
const path = require('node:path');
const vm = require('node:vm');

/** As `engines` in package.json, which a test compares. An older one would fail somewhere in the middle. */
const OLDEST_NODE = { major: 20, minor: 19 };
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < OLDEST_NODE.major || (major === OLDEST_NODE.major && minor < OLDEST_NODE.minor)) {
  process.stderr.write(
    `wasap: this is Node ${process.versions.node}, and wasap-agent needs ${OLDEST_NODE.major}.${OLDEST_NODE.minor} or newer. Install it from nodejs.org, or run: nvm install 22\n`,
  );
  process.exit(2);
}

const programPath = path.join(__dirname, 'program.cjs');
const cachePath = path.join(__dirname, `program.${process.version}-${process.arch}.cache`);

/** As Node wraps a CommonJS module. */
const BEFORE = Buffer.from('(function (exports, require, module, __filename, __dirname) { ');
const BEHIND = Buffer.from('\n});');

/** Compiles the program. What it reads for that is 7 MB, which nothing holds once it has returned. */
function compileProgram() {
  const bytes = readProgram();
  const end = bytes.length - BEHIND.length;
  const buildId = bytes.toString('latin1', end - 16, end); // a slice of the text would keep all of it
  const cachedData = attempt(() => readCache(buildId));
  // Put together as bytes: V8 would copy a text that is put together. The build made it ASCII.
  const script = new vm.Script(bytes.toString('latin1'), { filename: programPath, cachedData });
  return { script, buildId, isCacheWanted: cachedData === undefined || script.cachedDataRejected === true };
}

/** It stands between BEFORE and BEHIND. */
function readProgram() {
  const file = fs.openSync(programPath, fs.constants.O_RDONLY);
  try {
    const { size } = fs.fstatSync(file);
    const bytes = Buffer.alloc(BEFORE.length + size + BEHIND.length);
    BEFORE.copy(bytes);
    fs.readSync(file, bytes, BEFORE.length, size, 0);
    BEHIND.copy(bytes, BEFORE.length + size);
    return bytes;
  } finally {
    fs.closeSync(file);
  }
}

/**
 * A cache is code, and V8 checks little of it: not its content, and of its source only the length. So we do.
 * @param {string} buildId
 */
function readCache(buildId) {
  const file = fs.openSync(cachePath, fs.constants.O_RDONLY | fs.constants.O_NONBLOCK);
  try {
    const { uid, mode } = fs.fstatSync(file);
    if (uid !== process.getuid?.() || (mode & 0o022) !== 0) return undefined; // others could have written it
    const bytes = fs.readFileSync(file);
    const id = bytes.toString('latin1', bytes.length - 20, bytes.length - 4);
    if (id !== buildId || checksumOf(bytes) !== bytes.readUInt32LE(bytes.length - 4)) return undefined;
    return bytes.subarray(0, -20);
  } finally {
    fs.closeSync(file);
  }
}

function writeCache() {
  const v8 = require('node:v8');
  // V8 takes no cache that was made under other flags than those of a start: what was set since is set back.
  v8.setFlagsFromString('--flush-bytecode');
  v8.setFlagsFromString('--heap-growing-percent=0'); // see channels/whatsapp/client.ts
  v8.setFlagsFromString('--semi-space-growth-factor=2'); // see cli/short-collections.ts
  const bytes = Buffer.concat([script.createCachedData(), Buffer.from(buildId), Buffer.alloc(4)]);
  bytes.writeUInt32LE(checksumOf(bytes), bytes.length - 4);
  const draft = `${cachePath}.${process.pid}`;
  try {
    fs.writeFileSync(draft, bytes, { mode: 0o600 });
    fs.renameSync(draft, cachePath); // in one step: another start never reads half of it
  } finally {
    fs.rmSync(draft, { force: true });
  }
}

/**
 * The checksum of all but the last four bytes, which hold it. A first start has none to check, and loads nothing for it.
 * @param {Buffer} bytes
 */
function checksumOf(bytes) {
  return require('node:zlib').crc32(bytes.subarray(0, -4));
}

/** @template T @param {() => T} step whose failure only means a slower start */
function attempt(step) {
  try {
    return step();
  } catch {
    return undefined;
  }
}

// zod would compile each schema when it first reads something: that pays after thousands of rows, and is a tenth of a
// start. It looks for this before the first schema is made; if it ever stops doing so, only the tenth comes back.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

const { script, buildId, isCacheWanted } = compileProgram();
// It is written when the program ends, because making it stops everything else for as long as 60 ms. By then V8 would have
// dropped the code of the start.
if (isCacheWanted) require('node:v8').setFlagsFromString('--no-flush-bytecode');
const program = { exports: /** @type {{ main: Function }} */ (/** @type {unknown} */ ({})) };
try {
  script.runInThisContext()(program.exports, createRequire(programPath), program, programPath, __dirname);
} catch (error) {
  const { code, message } = /** @type {NodeJS.ErrnoException} */ (error);
  if (code !== 'MODULE_NOT_FOUND') throw error;
  const [what] = message.split('\n');
  process.stderr.write(`wasap: ${what}. Install the packages: cd ${path.join(__dirname, '..')} && npm ci\n`);
  process.exit(2);
}

/** Before that too little has run for a cache. */
let hasAskedModel = false;
function onFirstModelRequest() {
  hasAskedModel = true;
}

program.exports.main(process.argv.slice(2), { onFirstModelRequest }).then(
  (/** @type {number} */ exitCode) => {
    process.exitCode = exitCode;
    if (isCacheWanted && hasAskedModel) attempt(writeCache);
    leave();
  },
  (/** @type {unknown} */ error) => {
    console.error(error);
    process.exitCode = 1;
  },
);

// Everything is stored and closed by now. The WhatsApp client leaves timers of half a minute behind; output that
// somebody still has to read is waited for, however slow they are.
function leave() {
  setTimeout(() => {
    if (process.stdout.writableLength + process.stderr.writableLength === 0) process.exit();
    leave();
  }, 200).unref();
}
