/**
 * The checks of the threat model that concern who may talk, over the real protocol. 13 is tested in tests/policy and
 * tests/e2e/standing-approvals.test.ts; that a code is compared in constant time is code
 * (`gateway/people/access.ts`), not behaviour.
 */
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { execute } from '../store/store-file.ts';
import { calls, says } from '../support/messages-server/replies.ts';
import type { MessageReply } from '../support/messages-server/reply.ts';
import { type MessagesRequest, taskOf } from '../support/messages-server/request.ts';
import { byKeyword, type ScriptFunction } from '../support/messages-server/script.ts';
import { type PhoneChat, phoneChat } from '../support/phone-chat.ts';
import type { Program } from '../support/program.ts';
import { makeScene, type Scene } from '../support/scene.ts';
import { storedRows } from '../support/stored-rows.ts';
import { linkedProgram, OWNER, startAgain } from '../support/whatsapp-scene.ts';
import type { TestGroup } from '../support/whatsapp-server/group.ts';
import type { Person, Saying } from '../support/whatsapp-server/person.ts';
import type { WhatsAppServer } from '../support/whatsapp-server/server.ts';

const BEN = { phone: '5491155550002', lid: '99900002', name: 'Ben' };
/** A stranger who has put the owner's name on her profile. */
const EVE = { phone: '5491155550666', lid: '99900666', name: OWNER.name };

let scene: Scene;
let world: WhatsAppServer;
let program: Program;
let ana: PhoneChat;
let ben: PhoneChat;
let eve: Person;
let team: TestGroup;
let anaAlone: TestGroup;
let unlisted: TestGroup;

/** `crea x` makes a file by a line that is always asked, `corre x` runs a script of the project. */
const SCRIPT: ScriptFunction = byKeyword([
  { keyword: 'crea ', steps: [(request) => command(request, 'touch'), says('Hecho.')] },
  { keyword: 'corre ', steps: [(request) => command(request, 'sh'), says('Hecho.')] },
  { steps: [says('Hola.')] },
]);

function command(request: MessagesRequest, name: string): MessageReply {
  const [, file = ''] = /(?:crea|corre) (\S+)/.exec(taskOf(request)) ?? [];
  return calls([
    'run_command',
    { command: name === 'sh' ? `sh ${file}` : `touch ${file} && touch ${file}.too` },
  ]);
}

beforeAll(async () => {
  scene = await makeScene({ script: SCRIPT, env: { LOCALE: 'es' }, dataOnDisk: true });
  writeFileSync(path.join(scene.workspace, 'tool.sh'), 'touch first.txt\n');
  const linked = await linkedProgram(scene, {}, { expectsCrashes: true, prepare });
  ({ world, program } = linked);
});
afterAll(async () => {
  await scene?.close();
  await world?.stop();
});

/** Who there is, and what `access.yaml` says about them. Eve is in every group, and in no list. */
function prepare(server: WhatsAppServer): void {
  ana = phoneChat(server.person(OWNER));
  ben = phoneChat(server.person(BEN));
  eve = server.person(EVE);
  const members = [ana.person, ben.person, eve];
  team = server.group({ subject: 'Equipo', members });
  anaAlone = server.group({ subject: 'Ana', members });
  unlisted = server.group({ subject: 'Otros', members });
  const group = (jid: string, people: readonly string[]) =>
    `  - id: "${jid}"\n    people: [${people.map((phone) => `"+${phone}"`).join(', ')}]`;
  const lines = [
    'members:',
    `  - phone: "+${BEN.phone}"`,
    `    workspaces: [${path.basename(scene.workspace)}]`,
    'groups:',
    group(team.jid, [OWNER.phone, BEN.phone]),
    group(anaAlone.jid, [OWNER.phone]),
  ];
  writeFileSync(path.join(scene.configDir, 'access.yaml'), `${lines.join('\n')}\n`);
}

const inboxRow = z.object({
  sender: z.string(),
  text: z.string(),
  state: z.string(),
  reason: z.string().nullable(),
});

/** The stored row of a message, once it is closed. */
async function rowOf(id: string | null | undefined): Promise<z.infer<typeof inboxRow>> {
  const sql = `SELECT sender, json_extract(message, '$.text') AS text, state, reason FROM inbox WHERE message_id = '${id}'`;
  for (let look = 0; look < 400; look += 1) {
    const [row] = storedRows(scene.dataDir, sql, inboxRow);
    if (row !== undefined && row.state !== 'accepted') return row;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`message ${id} was never closed`);
}

const isAbout =
  ({ phone, lid }: typeof EVE) =>
  (to: string | undefined) =>
    to !== undefined && (to.startsWith(phone) || to.startsWith(lid));

/** All that this person, or this chat, could notice of the program, and what it cost. */
function traces(to: (jid: string | undefined) => boolean): Record<string, number> {
  const { receipts, typing, messages } = world.events;
  return {
    receipts: receipts.filter((each) => to(each.to) || to(each.participant)).length,
    typing: typing.filter((each) => to(each.to)).length,
    messages: messages.filter((each) => to(each.to)).length,
    downloads: world.mediaRequests.filter((request) => request.startsWith('GET')).length,
    modelCalls: scene.server.requests.length,
  };
}

/** A question that waits for Ana: its poll, and how it ended. */
async function asked(
  task: string,
  how: Saying = {},
): Promise<{ readonly poll: string; readonly question: string; readonly code: string }> {
  await ana.says(task, how);
  const question = await ana.reads(/^❓/);
  const poll = await ana.poll();
  const [, code = ''] =
    /\/aprobar (\w{3})/.exec(question.content.kind === 'text' ? question.content.text : '') ?? [];
  return { poll: poll.id, question: question.id, code };
}

const exists = (file: string) => existsSync(path.join(scene.workspace, file));

/** Ends what is open, so that the next test begins with nothing. */
async function cancelled(how: Saying = {}): Promise<void> {
  await ana.says('/cancel', how);
  await ana.reads(/^🛑 Detenida/);
}

describe('1: whoever is not listed notices nothing, and costs nothing', () => {
  test.each<[string, () => Promise<{ readonly id?: string | null }>]>([
    ['words', () => eve.says('/agent crea x.txt')],
    ['words under a LID', () => eve.says('hola?', { as: 'lid' })],
    ['a picture', () => eve.sendsImage(Buffer.from('picture'), { caption: '/agent mira' })],
    ['a voice note', () => eve.sendsVoice(Buffer.from('voice'))],
    ['an edit of what she wrote', async () => eve.edits((await eve.says('a')).id ?? '', '/agent b')],
  ])('%s', async (_, writes) => {
    const before = traces(isAbout(EVE));
    const { id } = await writes();
    expect(await rowOf(id)).toEqual({
      sender: EVE.phone,
      text: '',
      state: 'refused',
      reason: 'sender is not in ALLOWED_PHONE_NUMBERS or access.yaml',
    });
    await ana.says('/status');
    await ana.reads(/💰/u);
    expect([traces(isAbout(EVE)), before.messages]).toEqual([before, 0]);
  });
});

describe('2: an invitation', () => {
  async function invite(...more: readonly string[]): Promise<string> {
    const cli = scene.start({ args: ['people', 'invite', ...more] });
    const printed = await cli.heard(/Código: \d{4} \d{4}/);
    await cli.exit;
    return /Código: (\d{4} \d{4})/.exec(printed)?.[1] ?? '';
  }
  const guest = (n: number) =>
    world.person({ phone: `549115555070${n}`, lid: `9990070${n}`, name: `Guest ${n}` });
  const wrong = (code: string) => code.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10));

  test('lets in whoever sends its code, once', async () => {
    const code = await invite();
    const [first, second] = [guest(1), guest(2)];
    await first.says(code);
    const welcome = await first.waitFor(({ content }) => content.kind === 'text');
    const again = await second.says(code);
    expect({
      welcome: welcome.content,
      again: (await rowOf(again.id)).state,
      told: second.received,
    }).toMatchObject({
      welcome: { text: expect.stringContaining('👋') },
      again: 'refused',
      told: [],
    });
  });

  test('is closed by five wrong codes', { tags: 'full' }, async () => {
    const code = await invite();
    const person = guest(3);
    for (let attempt = 0; attempt < 5; attempt += 1) await person.says(wrong(code));
    const { id } = await person.says(code);
    expect([(await rowOf(id)).state, person.received]).toEqual(['refused', []]);
  });

  test('is worth nothing after its ten minutes', { tags: 'full' }, async () => {
    const code = await invite();
    execute(path.join(scene.dataDir, 'wasap.db'), `UPDATE invitations SET expires_at_ms = ${Date.now() - 1}`);
    const person = guest(4);
    const { id } = await person.says(code);
    expect([(await rowOf(id)).state, person.received]).toEqual(['refused', []]);
  });

  test('is worth nothing in a group', { tags: 'full' }, async () => {
    const code = await invite();
    const { id } = await eve.says(code, { in: team });
    expect((await rowOf(id)).state).toBe('refused');
  });
});

describe('3 and 4: identity', () => {
  test('number and LID of one person are one conversation', { tags: 'full' }, async () => {
    await ana.says('/agent crea both.txt');
    const poll = await ana.poll();
    await ana.says('no', { as: 'lid' });
    await ana.reads(/^✅ Listo/);
    expect([exists('both.txt'), poll.options.length]).toEqual([false, 2]);
  });

  test('the name on a profile is nobody', async () => {
    const { id } = await eve.says('/status');
    expect([EVE.name, (await rowOf(id)).state, eve.received]).toEqual([OWNER.name, 'refused', []]);
  });

  test('a LID whose number nobody knows is refused, and `wasap doctor` lists it', {
    tags: 'full',
  }, async () => {
    const hidden = world.person({ phone: '5491155550888', lid: '99900888', name: 'Hidden' });
    const { id } = await hidden.says('/status', { as: 'lid', bare: true });
    expect(await rowOf(id)).toMatchObject({
      sender: '99900888@lid',
      reason: 'pending: the phone number behind the LID is not known',
    });
    const doctor = scene.start({ args: ['doctor'] });
    await doctor.exit;
    expect([doctor.output.includes('99900888'), hidden.received]).toEqual([true, []]);
  });
});

describe('5 and 6: groups', () => {
  test.each<[string, () => Promise<{ readonly id?: string | null }>, string]>([
    [
      'a member of the group who is not listed',
      () => eve.says('/status', { in: team }),
      'sender is not listed for this group',
    ],
    [
      'somebody who is listed elsewhere',
      () => ben.person.says('/status', { in: anaAlone }),
      'sender is not listed for this group',
    ],
    [
      'the owner in a group that is not listed',
      () => ana.person.says('/status', { in: unlisted }),
      'the group is not in access.yaml',
    ],
    [
      'words that are not meant for the program',
      () => ana.person.says('mirá esto', { in: team }),
      'not addressed to the program',
    ],
  ])('%s is not heard', async (_, writes, reason) => {
    const inGroups = () => world.events.messages.filter(({ to }) => to.endsWith('@g.us')).length;
    const heard = inGroups();
    const { id } = await writes();
    expect([await rowOf(id), inGroups()]).toMatchObject([{ state: 'refused', reason }, heard]);
  });

  test('who is listed for a group is answered in it', async () => {
    await ben.says('/status', { in: team });
    const answer = await ben.reads(/💰/u);
    expect(answer.to).toBe(team.jid);
  });
});

describe('7 and 8: what is not a conversation', () => {
  test.each<[string, () => Promise<unknown>]>([
    ['what the own phone writes to somebody', () => world.phone.says(ana.person, '/agent crea own.txt')],
    ['a note to the own chat', () => world.phone.notes('/agent crea own.txt')],
    ['a status post', () => ana.person.posts('/agent crea own.txt')],
    ['a channel', async () => world.publishes('/agent crea own.txt')],
  ])('%s starts nothing and is not answered', async (_, happens) => {
    // What earlier cases left for this chat is sent before this answer.
    await ana.says('/status');
    await ana.reads(/💰/u);
    const before = scene.server.requests.length;
    await happens();
    // Marks of the cases before may still be on their way, and their answers to the group.
    const sent = () =>
      world.events.messages.filter(
        ({ to, attributes }) => !to.endsWith('@g.us') && attributes.type !== 'reaction',
      ).length;
    const earlier = sent();
    await ana.says('/status');
    await ana.reads(/💰/u);
    expect([scene.server.requests.length, sent() - earlier, exists('own.txt')]).toEqual([before, 1, false]);
  });
});

describe('9 to 12: answers', () => {
  test('a forwarded yes, a forwarded command and quoted words approve nothing', async () => {
    const { code, question } = await asked('/agent crea forwarded.txt');
    const said = await ana.person.says(`/approve ${code}`, { forwarded: true });
    await rowOf(said.id);
    const yes = await ana.person.says('sí', { forwarded: true });
    await rowOf(yes.id);
    const quoting = await ana.person.says('¿qué te parece?', { quoting: said.id ?? '' });
    await rowOf(quoting.id);
    expect([exists('forwarded.txt'), ana.states(question).length]).toEqual([false, 1]);
    await cancelled();
  });

  test('another person, and the right person in another chat, approve nothing; the right one here does', {
    tags: 'full',
  }, async () => {
    const { code, poll } = await asked('/agent crea mine.txt', { in: team });
    await ben.person.votes(poll, ['✅ Sí, una vez'], { in: team });
    await ben.reads(/Solo puede responder quien empezó/);
    await ben.says(`/approve ${code}`);
    await ben.reads(/No hay ninguna pregunta/);
    await ana.says(`/approve ${code}`);
    await ana.reads(/No hay ninguna pregunta/);
    const made = exists('mine.txt');
    await ana.votes(poll, '✅ Sí, una vez', { in: team });
    await ana.reads(/^✅ Listo/);
    expect([made, exists('mine.txt')]).toEqual([false, true]);
  });

  test('a yes is for what was shown: a script that changed since is asked again', async () => {
    const { poll } = await asked('/agent corre tool.sh');
    writeFileSync(path.join(scene.workspace, 'tool.sh'), 'touch second.txt\n');
    await ana.votes(poll, '✅ Sí, una vez');
    const again = await ana.reads(/^❓/);
    expect([again.content, exists('first.txt'), exists('second.txt')]).toMatchObject([
      { text: expect.stringContaining('tool.sh') },
      false,
      false,
    ]);
    await cancelled();
  });

  test('a yes is used once: the same command is asked again', { tags: 'full' }, async () => {
    const first = await asked('/agent crea once.txt');
    await ana.votes(first.poll, '✅ Sí, una vez');
    await ana.reads(/^✅ Listo/);
    const second = await asked('/agent crea once.txt');
    expect([exists('once.txt'), second.poll === first.poll]).toEqual([true, false]);
    await cancelled();
  });

  test('a question that was not answered in time can no longer be, also by a program that was started since', {
    tags: 'full',
  }, async () => {
    const { poll } = await asked('/agent crea late.txt');
    await program.kill();
    execute(
      path.join(scene.dataDir, 'wasap.db'),
      `UPDATE approvals SET asked_at_ms = asked_at_ms - ${8 * 86_400_000} WHERE state = 'pending'`,
    );
    program = await startAgain(scene, world);
    await ana.reads(/^⌛ Nadie respondió/);
    await ana.votes(poll, '✅ Sí, una vez');
    await ana.reads(/^Nadie respondió en 7 días y no hice nada: /);
    expect(exists('late.txt')).toBe(false);
  });
});

describe('27: it writes only where it was written to', () => {
  test('no tool of the model sends a message, and nobody got one who had not written and been let in', () => {
    const tools = new Set(scene.server.requests.flatMap(({ body }) => namesOf(body.tools)));
    const addressed = [...new Set(world.events.messages.map(({ to }) => to))].sort();
    const allowed = [ana.person, ben.person, world.phone].flatMap((person) => [
      person.jid('pn'),
      person.jid('lid'),
    ]);
    const guests = addressed.filter((to) => ![...allowed, team.jid].includes(to));
    expect({
      senders: [...tools].filter((name) => /send|message|notify|whatsapp/.test(name)),
      guests: guests.map((to) => to.replace(/@.*/, '')),
    }).toEqual({ senders: [], guests: ['5491155550701'] });
    expect(world.problems).toEqual([]);
  });
});

function namesOf(tools: unknown): readonly string[] {
  return z
    .array(z.object({ name: z.string() }))
    .parse(tools ?? [])
    .map(({ name }) => name);
}
