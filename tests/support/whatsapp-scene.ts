import type { Program } from './program.ts';
import type { Scene } from './scene.ts';
import {
  startWhatsAppServer,
  type WhatsAppServer,
  type WhatsAppServerOptions,
} from './whatsapp-server/server.ts';

export const BOT = { phone: '5491100000001', lid: '88800001' };
export const OWNER = { phone: '5491155550001', lid: '99900001', name: 'Ana' };

const CONNECTED = /WhatsApp: (connected|conectado)/;

/** Environment of a program that talks on WhatsApp only, with Ana as its owner. */
export function whatsappEnv(server: Pick<WhatsAppServer, 'url'>): Readonly<Record<string, string>> {
  return { CHANNELS: 'whatsapp', WHATSAPP_WS_URL: server.url, ALLOWED_PHONE_NUMBERS: `+${OWNER.phone}` };
}

interface LinkedOptions extends Pick<WhatsAppServerOptions, 'expectsCrashes'> {
  /** Called before the program starts: for settings that name somebody or something there. */
  readonly prepare?: (world: WhatsAppServer) => void;
}

/** A WhatsApp server, and a program that is linked to it and runs. */
export async function linkedProgram(
  scene: Scene,
  env: Readonly<Record<string, string>> = {},
  { expectsCrashes = false, prepare = () => undefined }: LinkedOptions = {},
): Promise<{ readonly world: WhatsAppServer; readonly program: Program; readonly scene: Scene }> {
  const world = await startWhatsAppServer({ account: BOT, expectsCrashes });
  prepare(world);
  const program = scene.start({ env: { ...whatsappEnv(world), ...env } });
  await program.heard(/Linked devices|Dispositivos vinculados/);
  // Through the program that runs: it then also takes what a phone sends to a new device, once.
  await linkProgram(scene, world);
  await program.heard(CONNECTED);
  return { world, program, scene };
}

/** A program on the device that the scene has linked; returns once it is connected. */
export async function startAgain(
  scene: Scene,
  world: WhatsAppServer,
  env: Readonly<Record<string, string>> = {},
): Promise<Program> {
  const program = scene.start({ env: { ...whatsappEnv(world), ...env } });
  await program.heard(CONNECTED);
  return program;
}

/** Links the data folder of the scene as a person does: `wasap pair`, and the phone scans what it prints. */
export async function linkProgram(scene: Scene, world: WhatsAppServer): Promise<void> {
  const pairing = scene.start({ env: whatsappEnv(world), args: ['pair', '--json'] });
  const printed = await pairing.heard(/\{"qr":"[^"]+"\}/);
  const [line = ''] = printed.split('\n');
  await world.phone.scan((JSON.parse(line) as { qr: string }).qr);
  const code = await pairing.exit;
  if (code !== 0) throw new Error(`pairing failed:\n${pairing.output}\n${pairing.errors}`);
}
