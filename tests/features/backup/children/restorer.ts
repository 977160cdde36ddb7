import { writeSync } from 'node:fs';
import { restoreBackup } from '../../../../src/features/backup/archive/restore-backup.ts';

/** Restores over what is there; says when it begins. */
const [data = '', file = '', passphrase = ''] = process.argv.slice(2);
writeSync(1, 'begins\n');
await restoreBackup({
  data,
  file,
  passphrase: async () => passphrase,
  moveAside: true,
  lastLook: async () => undefined,
  nowMs: Date.UTC(2026, 10, 20, 12),
  signal: new AbortController().signal,
});
