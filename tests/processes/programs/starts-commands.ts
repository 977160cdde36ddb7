import { appendFileSync } from 'node:fs';
import { systemClock } from '../../../src/core/clock.ts';
import { newProcessId } from '../../../src/core/ids.ts';
import { silentLog } from '../../../src/core/log.ts';
import { hostProcesses } from '../../../src/processes/process-table.ts';
import { createSupervisor } from '../../../src/processes/supervisor.ts';

// Stores each intent, then starts the command, again and again until it is killed.
const [folder = '', intents = '', effects = ''] = process.argv.slice(2);
const supervisor = createSupervisor({
  folder,
  clock: systemClock,
  redactor: { redact: (text) => text },
  environment: { PATH: '/usr/bin:/bin' },
  processes: hostProcesses(),
  log: silentLog,
});
for (;;) {
  const id = newProcessId();
  appendFileSync(intents, `${id}\n`);
  const line = `echo ${id} >>${effects}; sleep 0.05; echo done`;
  await supervisor.start({ id, execution: { kind: 'shell', line }, cwd: '/', timeoutMs: 30_000 });
  process.stdout.write('.');
}
