import { writeSync } from 'node:fs';
import { watchForStall } from '../../../src/processes/stall-watch.ts';

// Watches itself for a while, then does what its third argument names. What it writes is how far it came.
const [packageRoot = '', dataFolder = '', what = ''] = process.argv.slice(2);
const end = watchForStall({ packageRoot, dataFolder, everyMs: 100, looks: 6 });
const never = new Int32Array(new SharedArrayBuffer(4));
setTimeout(() => {
  writeSync(1, 'watched\n');
  if (what === 'stands still') Atomics.wait(never, 0, 0);
  if (what === 'works for a while') Atomics.wait(never, 0, 0, 200);
  if (what === 'is stopped') process.kill(process.pid, 'SIGSTOP');
  if (what === 'ends its watch') end();
  if (what === 'ends its watch') Atomics.wait(never, 0, 0, 1000);
}, 300);
setTimeout(() => {
  writeSync(1, 'went on\n');
  if (what !== 'has nothing more to do') process.exit();
}, 1600);
