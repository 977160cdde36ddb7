/** Who there is: the account's phone and the fake people, found by number and by LID. */
import { createSignalDevice } from './signal-device.ts';
import type { Contact, World } from './world.ts';

export type PersonOptions = {
  readonly phone: string;
  readonly lid: string;
  readonly name: string;
  /** Device numbers; 0 is the phone. Default: the phone alone. */
  readonly devices?: readonly number[];
};

export function createContact({ phone, lid, name, devices = [0] }: PersonOptions): Contact {
  return {
    name,
    phone,
    lid,
    devices: devices.map((id) => createSignalDevice(id)),
    received: [],
    sent: new Map(),
    habits: { delivers: true, reads: false, uploadsAgain: true },
  };
}

/** @throws Error when the number or the LID is taken */
export function addContact(world: Pick<World, 'contacts'>, contact: Contact): void {
  for (const name of [contact.phone, contact.lid]) {
    if (world.contacts.has(name)) throw new Error(`${name} is somebody already`);
    world.contacts.set(name, contact);
  }
}
