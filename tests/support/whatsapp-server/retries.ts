/** A device of a person asks the client for a message again, and brings keys for a new session. */
import { isGroup, isLid } from './jids.ts';
import { bigEndian, node } from './nodes.ts';
import type { SignalDevice } from './signal-device.ts';
import { type Contact, contactJid, seconds, type World } from './world.ts';

export type Wanted = {
  readonly id: string;
  /** Where the client had sent it. */
  readonly to: string;
  /** 1 for the first time. */
  readonly count: number;
};

type Asking = { readonly contact: Contact; readonly device: SignalDevice };

export function askAgain(world: World, { contact, device }: Asking, { id, to, count }: Wanted): void {
  const group = isGroup(to) ? world.groups.get(to) : undefined;
  const participant = group === undefined ? undefined : contactJid(contact, group.addressing, device.id);
  const from = group === undefined ? contactJid(contact, isLid(to) ? 'lid' : 'pn', device.id) : to;
  world.queue.put(
    node('receipt', { id, from, participant, type: 'retry', t: seconds() }, [
      node('retry', { count: String(count), id, t: seconds(), v: '1' }),
      node('registration', {}, bigEndian(device.registrationId, 4)),
      node('keys', {}, [...device.bundleNodes()]),
    ]),
  );
}
