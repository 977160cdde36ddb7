/**
 * One of the long runs.
 * @module-tag full
 */
import { rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { says } from '../support/messages-server/replies.ts';
import type { Program } from '../support/program.ts';
import { type Scene, useScenes } from '../support/scene.ts';
import { BOT, linkedProgram, OWNER, whatsappEnv } from '../support/whatsapp-scene.ts';
import type { TestGroup } from '../support/whatsapp-server/group.ts';
import type { Person } from '../support/whatsapp-server/person.ts';
import type { WhatsAppServer } from '../support/whatsapp-server/server.ts';

const scene = useScenes();
let world: WhatsAppServer;
afterEach(async () => {
  world.verify();
  await world.stop();
});

interface Found {
  readonly check: string;
  readonly mark: string;
  readonly text: string;
}

async function doctor(
  at: Scene,
  ...args: readonly string[]
): Promise<{ code: number | null; found: Found[] }> {
  const asked: Program = at.start({ env: whatsappEnv(world), args: ['doctor', '--json', ...args] });
  const code = await asked.exit;
  return {
    code,
    found: asked.output
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Found),
  };
}

test('while the program runs, its own link is looked at, and a message goes to the own chat and back', async () => {
  const opened = await linkedProgram(await scene({ script: [says('H')] }));
  world = opened.world;
  const logins = world.events.connects.length;
  const { code, found } = await doctor(opened.scene);
  const marks = Object.fromEntries(found.map(({ check, mark }) => [check, mark]));
  expect(code).toBe(0);
  expect(marks).toMatchObject({
    link: 'ok',
    lease: 'ok',
    probe: 'ok',
    people: 'ok',
    model: 'ok',
    database: 'ok',
  });
  expect(found.find(({ check }) => check === 'link')?.text).toContain(`+${BOT.phone}`);
  expect(world.events.connects).toHaveLength(logins);
  const [request] = opened.scene.server.requests;
  expect(request?.body).toMatchObject({ max_tokens: 1 });
});

test('an owner asks in the chat and is answered there, without tables', async () => {
  const opened = await linkedProgram(await scene({ script: [says('H')] }));
  world = opened.world;
  const ana = world.person(OWNER);
  await ana.says('/doctor');
  const answer = await ana.waitFor(({ content }) => content.kind === 'text');
  expect(answer.content).toMatchObject({
    text: expect.stringMatching(/^🩺 [^\n]+\n[\s\S]*Test message: accepted in/),
  });
});

test('in a group nobody reads a number or a folder: the details go to the chat of the owner who asked', async () => {
  const at = await scene({ script: [says('H')] });
  const there: { ana?: Person; group?: TestGroup } = {};
  const prepare = (server: WhatsAppServer): void => {
    const ana = server.person(OWNER);
    const group = server.group({ subject: 'Team', members: [ana] });
    Object.assign(there, { ana, group });
    const lines = ['groups:', `  - id: "${group.jid}"`, `    people: ["+${OWNER.phone}"]`];
    writeFileSync(path.join(at.configDir, 'access.yaml'), `${lines.join('\n')}\n`);
  };
  const opened = await linkedProgram(at, { LOCALE: 'en' }, { prepare });
  world = opened.world;
  const { ana, group } = there;
  if (group === undefined || ana === undefined) throw new Error('no group');
  const inGroup = () => ana.received.filter(({ to }) => to === group.jid).map(({ content }) => content);
  await ana.says('/doctor', { in: group });
  await ana.waitFor(({ to }) => to === group.jid);
  await ana.says('/status');
  await ana.waitFor(({ content }) => content.kind === 'text' && /💰/u.test(content.text));
  await ana.says('/doctor', { in: group });
  const details = await ana.waitFor(
    ({ content }) => content.kind === 'text' && /^🩺 .*\n[✅⚠❌]/u.test(content.text),
  );
  await ana.waitFor(() => inGroup().length === 2);
  expect([inGroup(), details.to === group.jid]).toEqual([
    [
      { kind: 'text', text: expect.stringContaining('Ask me in a private chat: /doctor') },
      { kind: 'text', text: expect.stringContaining('in our private chat') },
    ],
    false,
  ]);
});

test('when no program runs, the rows tell that a phone is linked', async () => {
  const opened = await linkedProgram(await scene({ script: [] }));
  world = opened.world;
  opened.program.process.kill('SIGTERM');
  await opened.program.exit;
  const { code, found } = await doctor(opened.scene, '--offline');
  expect(code).toBe(0);
  expect(found.filter(({ check }) => ['link', 'lease', 'probe', 'model'].includes(check))).toEqual([
    {
      check: 'link',
      mark: 'ok',
      text: `A phone is linked (+${BOT.phone}). No program uses it now. To connect: wasap start`,
    },
    { check: 'model', mark: 'ok', text: "I didn't test the model (--offline)." },
  ]);
});

test('a key that is refused makes it fail and says what to do', async () => {
  const opened = await linkedProgram(
    await scene({
      script: [
        { kind: 'error', status: 401, error: { type: 'authentication_error', message: 'invalid x-api-key' } },
      ],
    }),
  );
  world = opened.world;
  const { code, found } = await doctor(opened.scene);
  expect(code).toBe(1);
  expect(found.filter(({ mark }) => mark === 'bad')).toEqual([
    {
      check: 'model',
      mark: 'bad',
      text: 'The API refused the key: invalid x-api-key.',
      todo: 'Get one at console.anthropic.com, then run: wasap setup',
    },
  ]);
});

test('a running program that cannot be understood is told by the lease, not by the database', async () => {
  const opened = await linkedProgram(await scene({ script: [] }));
  world = opened.world;
  const socket = path.join(opened.scene.dataDir, 'control.sock');
  rmSync(socket);
  const other = createServer((connection) => connection.end('{"say":"news"}\n'));
  await new Promise<void>((resolve) => void other.listen(socket, resolve));
  const { found } = await doctor(opened.scene, '--offline');
  other.close();
  const { pid } = opened.program.process;
  expect(found.filter(({ check }) => ['lease', 'database'].includes(check))).toEqual([
    expect.objectContaining({
      check: 'lease',
      mark: 'warn',
      text: expect.stringContaining(`Process ${pid}`),
    }),
    expect.objectContaining({ check: 'database', mark: 'ok' }),
  ]);
});
