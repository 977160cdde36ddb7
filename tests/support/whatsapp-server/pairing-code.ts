/** The phone's side of linking by an eight-character code. */
import { randomBytes } from 'node:crypto';

import type { BinaryNode } from '@whiskeysockets/baileys';

import { agree, codeKey, ctr, generateKeyPair, hkdf, type KeyPair, openGcm } from './crypto.ts';
import { SERVER } from './jids.ts';
import { child, node, requiredBytes } from './nodes.ts';
import { type Companion, hears, link, waitingCompanion } from './pairing.ts';
import { firstDevice } from './to-client.ts';
import type { World } from './world.ts';

const SALT_BYTES = 32;
const CTR_IV_BYTES = 16;
const GCM_IV_BYTES = 12;
const KEY_BYTES = 32;
const REF = Buffer.from('pairing-ref');
const BUNDLE_INFO = 'link_code_pairing_key_bundle_encryption_key';

/** The client's two requests; the second answers the phone. */
export function takeLinkCode(world: World, iq: BinaryNode): BinaryNode[] {
  const request = child(iq, 'link_code_companion_reg');
  const companion = waitingCompanion(world);
  const stage = request?.attrs.stage;
  if (stage === 'companion_hello') {
    requiredBytes(
      request,
      'link_code_pairing_wrapped_companion_ephemeral_pub',
      SALT_BYTES + CTR_IV_BYTES + KEY_BYTES,
    );
    if (
      !requiredBytes(request, 'companion_server_auth_key_pub', KEY_BYTES).equals(
        companion.connection.clientKey,
      )
    ) {
      throw new Error('the request for a code names another Noise key than the connection has');
    }
    companion.hello = request;
    world.watch.changed();
    return [node('link_code_companion_reg', { stage }, [node('link_code_pairing_ref', {}, REF)])];
  }
  if (stage !== 'companion_finish') throw new Error(`a request for a code in stage ${stage}`);
  companion.finish = request;
  world.watch.changed();
  return [];
}

/** @throws Error when the code is not the one the client shows */
export async function enterCode(world: World, code: string): Promise<void> {
  const typedCode = code.replaceAll('-', '');
  const companion = waitingCompanion(world);
  const hello = await hears(world, companion, 'hello');
  const companionKey = unwrap(
    requiredBytes(hello, 'link_code_pairing_wrapped_companion_ephemeral_pub'),
    typedCode,
  );
  const ephemeral = generateKeyPair();
  notify(world, companion, wrap(ephemeral.publicKey, typedCode));
  const finish = await hears(world, companion, 'finish');
  const shared = agree(ephemeral.privateKey, companionKey);
  await link(
    world,
    companion,
    readSecret({ finish, companion, shared, phone: firstDevice(world.phone).identity }),
  );
}

function notify(world: World, companion: Companion, wrapped: Buffer): void {
  const id = `code-${randomBytes(4).toString('hex')}`;
  world.queue.expect('notification', id);
  const identity = firstDevice(world.phone).identity.publicKey;
  companion.connection.send(
    node('notification', { from: SERVER, type: 'link_code_companion_reg', id }, [
      node('link_code_companion_reg', { stage: 'primary_hello' }, [
        node('link_code_pairing_ref', {}, REF),
        node('primary_identity_pub', {}, identity),
        node('link_code_pairing_wrapped_primary_ephemeral_pub', {}, wrapped),
      ]),
    ]),
  );
}

type Finishing = {
  readonly finish: BinaryNode;
  readonly companion: Companion;
  readonly shared: Buffer;
  readonly phone: KeyPair;
};

/** salt, iv, then AES-GCM of the client's identity, the phone's identity and 32 random bytes. */
function readSecret({ finish, companion, shared, phone }: Finishing): Buffer {
  const wrapped = requiredBytes(finish, 'link_code_pairing_wrapped_key_bundle');
  const salt = wrapped.subarray(0, SALT_BYTES);
  const iv = wrapped.subarray(SALT_BYTES, SALT_BYTES + GCM_IV_BYTES);
  const key = hkdf(shared, KEY_BYTES, { salt, info: BUNDLE_INFO });
  const bundle = openBundle(wrapped.subarray(SALT_BYTES + GCM_IV_BYTES), { key, iv });
  const identity = bundle.subarray(0, KEY_BYTES);
  if (!identity.equals(companion.identity))
    throw new Error('the code brings another identity than was registered');
  if (!bundle.subarray(KEY_BYTES, 2 * KEY_BYTES).equals(phone.publicKey)) {
    throw new Error('the code brings another identity of the phone');
  }
  const random = bundle.subarray(2 * KEY_BYTES);
  const secret = Buffer.concat([shared, agree(phone.privateKey, identity), random]);
  return hkdf(secret, KEY_BYTES, { info: 'adv_secret' });
}

function openBundle(sealed: Buffer, keys: { readonly key: Buffer; readonly iv: Buffer }): Buffer {
  try {
    return openGcm(sealed, keys);
  } catch (cause) {
    throw new Error('the code is not the one that the client shows', { cause });
  }
}

function wrap(publicKey: Buffer, code: string): Buffer {
  const salt = randomBytes(SALT_BYTES);
  const iv = randomBytes(CTR_IV_BYTES);
  return Buffer.concat([salt, iv, ctr(publicKey, { key: codeKey(code, salt), iv })]);
}

function unwrap(wrapped: Buffer, code: string): Buffer {
  const iv = wrapped.subarray(SALT_BYTES, SALT_BYTES + CTR_IV_BYTES);
  const key = codeKey(code, wrapped.subarray(0, SALT_BYTES));
  return ctr(wrapped.subarray(SALT_BYTES + CTR_IV_BYTES), { key, iv });
}
