import { join } from 'node:path';
import { storedLink } from '../channels/whatsapp/stored-link.ts';
import { inspectDatabase } from '../store/inspect.ts';

/** The number of the linked phone, empty where it is not known; undefined when none is linked. */
export function linkedNumber(data: string): string | undefined {
  const opened = inspectDatabase(join(data, 'wasap.db'));
  if (opened === undefined) return undefined;
  try {
    const { device } = storedLink(opened.whatsapp);
    return device.kind === 'linked' ? (device.number ?? '') : undefined;
  } finally {
    opened.close();
  }
}
