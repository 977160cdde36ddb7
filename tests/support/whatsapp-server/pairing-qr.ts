/** The phone scans the QR code that the client shows. */
import { link, waitingCompanion } from './pairing.ts';
import type { World } from './world.ts';

/** With the address in front, as newer clients write it, and without. */
const QR = /^(?:https:\/\/wa\.me\/settings\/linked_devices#)?([^,]+),([^,]+),([^,]+),([^,]+)(?:,[^,]*)?$/;

/** @throws Error for a code that is not this client's, or no code at all */
export async function scan(world: World, qr: string): Promise<void> {
  const [, ref = '', noiseKey = '', identity = '', secret = ''] = QR.exec(qr) ?? [];
  const companion = waitingCompanion(world);
  if (!companion.refs.includes(ref)) throw new Error('this QR code has expired or was never valid');
  if (!companion.connection.clientKey.equals(Buffer.from(noiseKey, 'base64'))) {
    throw new Error('the QR code shows another Noise key than the connection has');
  }
  if (!companion.identity.equals(Buffer.from(identity, 'base64'))) {
    throw new Error('the QR code shows another identity than the client has registered');
  }
  await link(world, companion, Buffer.from(secret, 'base64'));
}
