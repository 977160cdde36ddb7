import { tmpdir } from 'node:os';
import { readSettings } from '../../src/settings/settings.ts';

/** What a program reads with which nobody has set anything: a test changes what it is about. */
export const SHIPPED_SETTINGS = await readSettings({
  // Benches are one compiled file, whose own folder says nothing.
  packageRoot: process.cwd(),
  cwd: tmpdir(),
  env: { HOME: '/nowhere' },
});
