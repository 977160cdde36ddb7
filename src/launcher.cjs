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
/** Behind the name of each file whose compiled code is kept, in place of `.cjs`. */
const RUNTIME_SUFFIX = `.${process.version}-${process.arch}`;

/** As Node wraps a CommonJS module. */
const BEFORE = Buffer.from('(function (exports, require, module, __filename, __dirname) { ');
const BEHIND = Buffer.from('\n});');

/**
 * A file of the build without compiled code that may be taken: the program, a part of it, or a package.
 * @typedef {{ readonly file: string, readonly script: vm.Script, readonly buildId: string }} Uncached
 */
/** @type {Uncached[]} */
const uncached = [];

/** What each file of the build exports that this run has read, the program aside. @type {Map<string, unknown>} */
const loaded = new Map();

/**
 * Runs a file of the build, as Node runs a module.
 * @param {string} file
 * @param {{ exports: object }} module
 */
function run(file, module) {
  compile(file)(module.exports, requireOf(file), module, file, path.dirname(file));
}

/**
 * What a file of the build gets for `require`: other files of the build keep their compiled code, too.
 * @param {string} from
 */
function requireOf(from) {
  const require = createRequire(from);
  /** @param {string} name */
  const requireOrRun = (name) => {
    if (!name.startsWith('.')) return require(name);
    const file = path.join(path.dirname(from), name);
    if (!loaded.has(file)) {
      const module = { exports: {} };
      run(file, module);
      loaded.set(file, module.exports);
    }
    return loaded.get(file);
  };
  return Object.assign(requireOrRun, require);
}

/**
 * What it reads for that is 6 MB for the program, which nothing holds once it has returned.
 * @param {string} file
 */
function compile(file) {
  const bytes = readWrapped(file);
  const end = bytes.length - BEHIND.length;
  const buildId = bytes.toString('latin1', end - 16, end); // a slice of the text would keep all of it
  // Put together as bytes: V8 would copy a text that is put together. The build made it ASCII.
  const text = bytes.toString('latin1');
  const cachedData = attempt(() => readCache(file, buildId, bytes));
  const compiled = () => new vm.Script(text, { filename: file, cachedData });
  const script = cachedData === undefined ? compiled() : underFlagsOfStart(compiled);
  if (cachedData === undefined || script.cachedDataRejected === true) keepLater({ file, script, buildId });
  return script.runInThisContext();
}

/** @param {string} file whose text then stands between BEFORE and BEHIND */
function readWrapped(file) {
  const opened = fs.openSync(file, fs.constants.O_RDONLY);
  try {
    const { size } = fs.fstatSync(opened);
    const bytes = Buffer.alloc(BEFORE.length + size + BEHIND.length);
    BEFORE.copy(bytes);
    fs.readSync(opened, bytes, BEFORE.length, size, 0);
    BEHIND.copy(bytes, BEFORE.length + size);
    return bytes;
  } finally {
    fs.closeSync(opened);
  }
}

/**
 * A cache is code, and V8 checks little of it: not its content, and of its source only the length. So we do.
 * @param {string} file
 * @param {string} buildId
 * @param {Buffer} memory that nothing needs any more: to get as much from the system again takes longer than to read
 */
function readCache(file, buildId, memory) {
  const opened = fs.openSync(cacheOf(file), fs.constants.O_RDONLY | fs.constants.O_NONBLOCK);
  try {
    const { uid, mode, size } = fs.fstatSync(opened);
    if (uid !== process.getuid?.() || (mode & 0o022) !== 0) return undefined; // others could have written it
    const bytes = size > memory.length ? Buffer.alloc(size) : memory.subarray(0, size);
    fs.readSync(opened, bytes, 0, size, 0);
    const id = bytes.toString('latin1', bytes.length - 20, bytes.length - 4);
    if (id !== buildId || checksumOf(bytes) !== bytes.readUInt32LE(bytes.length - 4)) return undefined;
    return bytes.subarray(0, -20);
  } finally {
    fs.closeSync(opened);
  }
}

/** @param {Uncached} one */
function keepLater(one) {
  // It is written when the program ends, because making it stops everything else for as long as 60 ms. By then V8 would
  // have dropped the code of the start.
  if (uncached.length === 0) require('node:v8').setFlagsFromString('--no-flush-bytecode');
  uncached.push(one);
}

function writeCaches() {
  underFlagsOfStart(() => {
    for (const one of uncached) attempt(() => writeCache(one));
  });
}

/** @param {Uncached} one */
function writeCache({ file, script, buildId }) {
  const bytes = Buffer.concat([script.createCachedData(), Buffer.from(buildId), Buffer.alloc(4)]);
  bytes.writeUInt32LE(checksumOf(bytes), bytes.length - 4);
  const draft = cacheOf(file, `.${process.pid}`);
  try {
    fs.writeFileSync(draft, bytes, { mode: 0o600 });
    fs.renameSync(draft, cacheOf(file)); // in one step: another start never reads half of it
  } finally {
    fs.rmSync(draft, { force: true });
  }
}

/**
 * Beside the file.
 * @param {string} file
 * @param {string} [draft] tells apart what several programs write at once
 */
function cacheOf(file, draft = '') {
  return `${file.slice(0, -'.cjs'.length)}${RUNTIME_SUFFIX}${draft}.cache`;
}

/**
 * The checksum of all but the last four bytes, which hold it. A first start has none to check, and loads nothing for it.
 * @param {Buffer} bytes
 */
function checksumOf(bytes) {
  return require('node:zlib').crc32(bytes.subarray(0, -4));
}

/**
 * V8 takes no cache that was made under other flags than those it has now: what this run has set is set back meanwhile.
 * @template T
 * @param {() => T} work
 * @returns {T}
 */
function underFlagsOfStart(work) {
  const { underFlagsOfStart: under } = program.exports;
  const withoutItsOwn = () => (under === undefined ? work() : under(work));
  if (uncached.length === 0) return withoutItsOwn();
  const { setFlagsFromString } = require('node:v8');
  setFlagsFromString('--flush-bytecode');
  try {
    return withoutItsOwn();
  } finally {
    setFlagsFromString('--no-flush-bytecode');
  }
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

/** @typedef {{ readonly main: Function, readonly underFlagsOfStart?: <T>(work: () => T) => T }} Program */
const program = { exports: /** @type {Program} */ (/** @type {unknown} */ ({})) };
try {
  run(programPath, program);
} catch (error) {
  stopIfNotInstalled(error);
  throw error;
}

/** @param {unknown} error */
function stopIfNotInstalled(error) {
  const { code, message } = /** @type {NodeJS.ErrnoException} */ (Object(error));
  if (code !== 'MODULE_NOT_FOUND') return;
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
    if (hasAskedModel) writeCaches();
    leave();
  },
  (/** @type {unknown} */ error) => {
    stopIfNotInstalled(error);
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
