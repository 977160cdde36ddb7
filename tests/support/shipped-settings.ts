import { tmpdir } from 'node:os';
import path from 'node:path';
import { readSettings } from '../../src/settings/settings.ts';

/** What a program reads with which nobody has set anything: a test changes what it is about. */
export const SHIPPED_SETTINGS = await readSettings({
  packageRoot: path.resolve(import.meta.dirname, '../..'),
  cwd: tmpdir(),
  env: { HOME: '/nowhere' },
});
