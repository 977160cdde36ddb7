import { redaction } from '../app/host-context.ts';
import type { StoredData } from '../contracts/sub-command.ts';
import { readSettings } from '../settings/settings.ts';

/** @throws Failure for settings that cannot be used */
export async function storedData(packageRoot: string): Promise<StoredData> {
  const settings = await readSettings({ packageRoot });
  return { folder: settings.folders.data, ...redaction(settings) };
}
