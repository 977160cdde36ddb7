import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { crowd, phoneOf } from '../support/whatsapp-load.ts';
import { BOT, whatsappEnv } from '../support/whatsapp-scene.ts';
import type { Person } from '../support/whatsapp-server/person.ts';
import { startWhatsAppServer, type WhatsAppServer } from '../support/whatsapp-server/server.ts';
import type { Rig, ScriptedModel } from './rig.ts';
import type { Running } from './running.ts';
import { LAST_WORDS, talkingScript } from './script.ts';

/** A program that is linked to a WhatsApp server in this process, and the people who may write to it. */
export interface Linked {
  readonly world: WhatsAppServer;
  readonly people: readonly Person[];
  readonly model: ScriptedModel;
  readonly program: Running;
  readonly dataDir: string;
  /** @returns how often the server or a phone could not make sense of what came; the first time is printed */
  end(): Promise<number>;
}

export async function startLinked(rig: Rig, people: number): Promise<Linked> {
  const world = await startWhatsAppServer({ account: BOT, wantsAllKeys: true });
  const model = await rig.model(talkingScript());
  const dataDir = rig.newDataDir();
  const configDir = `${dataDir}-config`;
  mkdirSync(configDir);
  writeFileSync(path.join(configDir, 'agent.yaml'), 'limits:\n  backlog: 1000\nwhatsapp:\n  pacing: off\n');
  const phones = Array.from({ length: people }, (_, person) => phoneOf(person));
  const settings = {
    ...whatsappEnv(world),
    ALLOWED_PHONE_NUMBERS: phones.join(),
    ANTHROPIC_BASE_URL: model.url,
    DATA_DIR: dataDir,
    CONFIG_DIR: configDir,
  };
  const program = rig.startWith(settings, 'start');
  await program.hear('Linked devices');
  const pairing = rig.startWith(settings, 'pair', '--json');
  await pairing.hear('{"qr":"');
  await world.phone.scan(await pairing.hear('"'));
  await pairing.end();
  await program.hear('WhatsApp: connected');
  return {
    world,
    people: crowd(world, { people }),
    model,
    program,
    dataDir,
    async end() {
      program.interrupt();
      await program.end();
      await world.stop();
      await model.end();
      for (const problem of world.problems.slice(0, 1)) console.error(problem);
      return world.problems.length;
    },
  };
}

/** The least that answers, linked to a server of its own in this process. */
export interface BareLinked extends Pick<Linked, 'world' | 'people' | 'program'> {
  end(): Promise<number>;
}

/** @param model asked for every answer; without one the answer is a word */
export async function startBareLinked(
  rig: Rig,
  people: number,
  model?: Pick<ScriptedModel, 'url'>,
): Promise<BareLinked> {
  const world = await startWhatsAppServer({ account: BOT, wantsAllKeys: true });
  const program = rig.startBareClient(world.url, ...(model === undefined ? [] : [model.url]));
  await program.hear('{"qr":"');
  await world.phone.scan(await program.hear('"'));
  await program.hear('open');
  return {
    world,
    people: crowd(world, { people }),
    program,
    async end() {
      program.kill();
      await program.end();
      await world.stop();
      return world.problems.length;
    },
  };
}

/** Resolves when this person has got so many messages in words. */
export async function answered(
  { world }: Pick<Linked, 'world'>,
  person: Person,
  count: number,
): Promise<void> {
  await world.until(() => (answersTo(person) >= count ? true : undefined), 'an answer');
}

/** Messages with what the model says last. */
function answersTo({ received }: Person): number {
  return received.filter(({ content }) => content.kind === 'text' && content.text.includes(LAST_WORDS))
    .length;
}
