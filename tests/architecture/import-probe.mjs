/**
 * Imports the modules of a plan one after the other and writes what each of them did besides defining things.
 *   node import-probe.mjs <plan.json> <report.json>     plan: [{ name, url }, …], dependencies first
 */
import { createHook } from 'node:async_hooks';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

/** Handles by their names in async_hooks: unlike getActiveResourcesInfo, it sees unreferenced ones too. */
const HANDLE =
  /^(Timeout|Immediate|PROCESSWRAP|SIGNALWRAP|WORKER|MESSAGEPORT|FSEVENTWRAP|STATWATCHER|(TCP|TCPSERVER|PIPE|PIPESERVER|UDP|TTY|TLS)WRAP|GETADDRINFOREQWRAP)$/i;

const [planFile = '', reportFile = ''] = process.argv.slice(2);
/** @type {{ name: string, url: string }[]} */
const plan = JSON.parse(readFileSync(planFile, 'utf8'));
/** @type {string[]} */
let happened = [];

for (const stream of [process.stdout, process.stderr]) {
  stream.write = (/** @type {unknown} */ text) => {
    happened.push(
      `writes ${JSON.stringify(String(text))} to ${stream === process.stdout ? 'stdout' : 'stderr'}`,
    );
    return true;
  };
}
createHook({
  init: (_id, type) => void (HANDLE.test(type) && happened.push(`opens a handle (${type})`)),
}).enable();

/** @type {{ name: string, happened: string[] }[]} */
const report = [];
let before = lookAround();
for (const { name, url } of plan) {
  happened = [];
  try {
    await import(url);
  } catch (error) {
    happened.push(`throws ${error}`);
  }
  const after = lookAround();
  for (const [what, entries] of Object.entries(after)) {
    for (const entry of entries) if (!before[what]?.has(entry)) happened.push(`${what} ${entry}`);
    for (const entry of before[what] ?? []) if (!entries.has(entry)) happened.push(`${what} ${entry} (gone)`);
  }
  report.push({ name, happened });
  before = after;
}
writeFileSync(reportFile, JSON.stringify(report));
process.exit(0); // an offender's timer must not keep the probe alive

/** @returns {Record<string, Set<string>>} */
function lookAround() {
  return {
    'changes the environment:': new Set(
      Object.entries(process.env).map(([name, value]) => `${name}=${value}`),
    ),
    'changes a global:': new Set(Reflect.ownKeys(globalThis).map(String)),
    'listens on process:': new Set(
      process.eventNames().map((name) => `${String(name)} x${process.listenerCount(name)}`),
    ),
    'keeps the process alive:': new Set(process.getActiveResourcesInfo()),
    'writes a file:': new Set(readdirSync('.')),
    'changes the folder:': new Set([process.cwd()]),
  };
}
