/** @module-tag postgres */
import { appendFileSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod';
import type { ClusterDatabase } from '../../src/cluster/cluster-database.ts';
import { asHolder, copiedTranscript } from '../../src/cluster/copies/copies.ts';
import { channelOfCell, channelOfFront, queueInto, queueOutOf } from '../../src/cluster/names.ts';
import { moveConversation } from '../../src/cluster/placement/placements.ts';
import { orderedIds } from '../../src/cluster/queues/queues.ts';
import { Failure } from '../../src/core/failure.ts';
import type { JsonObject } from '../../src/core/json.ts';
import { lastEndIn } from '../../src/features/machines/moving/moved-transcript.ts';
import { runSql } from '../support/postgres.ts';
import { CHAT, CONVERSATION, endLine, machine, messageLine } from './moving-rig.ts';
import { CELL, FRONT, OTHER, until } from './rig.ts';
import { KEY, twoCells } from './two-cells.ts';

async function copyOf(cluster: ClusterDatabase, session: string): Promise<string> {
  return Buffer.from(await copiedTranscript(cluster, { conversation: KEY, session })).toString('utf8');
}

test('a transcript is copied as it grows, whole lines only, also by a program that has just started', async () => {
  const { cluster, from } = await twoCells();
  const { session, file } = from.begin();
  const path = from.transcriptOf(session.id);
  const copier = from.copier();
  await copier.pass();
  file.append([messageLine(0, 'fix it'), messageLine(1, 'ñandú 🐦')]);
  const whole = readFileSync(path, 'utf8');
  appendFileSync(path, '{"type":"mess');
  await from.copier().pass();
  expect(await copyOf(cluster, session.id)).toBe(whole);
});

test('a file that was cut and has grown again is copied anew', { tags: 'full' }, async () => {
  const { cluster, from } = await twoCells();
  const { session, file } = from.begin();
  const path = from.transcriptOf(session.id);
  const header = readFileSync(path, 'utf8');
  file.append([messageLine(0, 'lost by a power cut')]);
  await from.copier().pass();
  truncateSync(path, Buffer.byteLength(header));
  file.append([messageLine(0, 'what came instead of it, and is longer than that was')]);
  await from.copier().pass();
  expect(await copyOf(cluster, session.id)).toBe(readFileSync(path, 'utf8'));
});

test('a piece that was stored, while PostgreSQL went away before it said so, leaves a whole copy', {
  tags: 'full',
}, async () => {
  const { cluster, from } = await twoCells();
  const { session, file } = from.begin();
  file.append([messageLine(0, 'fix it')]);
  let isLost = false;
  const copier = from.copier(async (db, holder, work) => {
    const held = await asHolder(db, holder, work);
    const hasPiece = (await copyOf(cluster, session.id)) !== '';
    if (isLost || !hasPiece) return held;
    isLost = true;
    throw new Failure('unavailable', 'PostgreSQL went away.');
  });
  await expect(copier.pass()).rejects.toThrow('PostgreSQL went away.');
  await copier.pass();
  expect(await copyOf(cluster, session.id)).toBe(readFileSync(from.transcriptOf(session.id), 'utf8'));
});

/** What is written of work that a cell does after its chat has moved. */
async function writtenTooLate(holding?: typeof asHolder): Promise<object> {
  const { url, cluster, from } = await twoCells();
  const { session, file } = from.begin();
  await from.copier().pass();
  await moveConversation(cluster, { conversation: KEY, to: OTHER });
  file.append([messageLine(0, 'too late')]);
  from.receive('late', true);
  await from.copier(holding).pass();
  return {
    isCopied: (await copyOf(cluster, session.id)).includes('too late'),
    handled: await runSql(url, 'SELECT message FROM wasap.handled'),
  };
}

test('a cell whose chat has moved writes nothing any more', async () => {
  expect(await writtenTooLate()).toEqual({ isCopied: false, handled: [] });
});

test('it is the epoch that keeps it from writing: without that question it would', {
  tags: 'full',
}, async () => {
  const unasked: typeof asHolder = async (db, _, work) => {
    await db.transaction(work);
    return true;
  };
  expect(await writtenTooLate(unasked)).toEqual({ isCopied: true, handled: [{ message: 'late' }] });
});

const COMMIT = [{ id: 'c1', ok: true, duration_ms: 1, data: { hash: 'abc' } }];
const round = (n: number, path: string, results: readonly JsonObject[] = []) => ({
  type: 'round',
  round: n,
  task_plan_snapshot: '',
  cost_micro_usd: 5,
  tokens: 7,
  written: [{ path, before: 'a', after: 'b', held_foreign_changes: false }],
  results,
});

test('the new cell restores a session as parked, and its people are told once what is not there', {
  tags: 'full',
}, async () => {
  const { cluster, from } = await twoCells();
  const { session, file } = from.begin({ state: { status: 'running' }, task: 'fix the sum' });
  file.append([
    messageLine(0, 'fix the sum'),
    messageLine(1, 'I will.'),
    round(1, 'old.js', COMMIT),
    round(2, 'sum.js'),
  ]);
  await from.copier().pass();
  const to = machine(cluster, { name: OTHER });
  await moveConversation(cluster, { conversation: KEY, to: OTHER });
  await to.arrive(2);
  await to.arrive(2);
  const restored = to.store.sessions.get(session.id);
  expect({
    told: to.told,
    session: {
      status: restored?.state.status,
      number: restored?.number,
      project: restored?.project === to.project,
      workspace: restored?.workspace === to.project,
      system: restored?.prompt.system,
      conversation: restored?.conversation,
    },
    messages: to.store.history.all(session.id).length,
    taken: to.rows.origin(CHAT)?.takenEpoch,
  }).toEqual({
    told: [
      [
        '📦 This chat moved to another machine.',
        'These tasks can continue here:',
        '/agent-resume 1 · fix the sum',
        '📁 It works in shop here.',
        "Not here: changes that weren't committed and pushed, undo, open questions, and commands in the background. If the other machine is lost, so are they.",
        '#1 changed without a commit: sum.js',
      ].join('\n'),
    ],
    session: {
      status: 'parked',
      number: 1,
      project: true,
      workspace: true,
      system: 'frozen there',
      conversation: CONVERSATION,
    },
    messages: 2,
    taken: 2,
  });
});

test.each<[string, string, string | undefined]>([
  ['nothing', '', undefined],
  ['a task that is done', `${JSON.stringify(endLine('¡Listo!'))}\n`, '¡Listo!'],
  ['a task that said nothing', `${JSON.stringify(endLine(''))}\n`, ''],
  ['a torn end', `{"type":"message"}\n${JSON.stringify(endLine('Fixed.'))}`, undefined],
  ['an end that it went on after', `${JSON.stringify(endLine('Fixed.'))}\n{"type":"message"}\n`, undefined],
  ['a task that stopped', '{"type":"end","outcome":{"kind":"parked","text":"Stuck."}}\n', undefined],
  ['no JSON', 'end: done\n', undefined],
])('the last words of %s', { tags: 'full' }, (_, transcript, words) => {
  expect(lastEndIn(Buffer.from(transcript))?.words).toBe(words);
});

test('in Spanish; a project that is not here comes with the command that brings it', {
  tags: 'full',
}, async () => {
  const { cluster, from } = await twoCells();
  from.begin({ locale: 'es', task: `¡arregla la suma ${'🐦'.repeat(100)}` });
  await from.copier().pass();
  await runSqlFacts(cluster, 'https://github.com/acme/shop.git');
  const to = machine(cluster, { name: OTHER, project: 'other' });
  await moveConversation(cluster, { conversation: KEY, to: OTHER });
  await to.arrive(2);
  expect({ told: to.told, sessions: to.store.sessions.listNewest(CONVERSATION, 9) }).toEqual({
    told: [
      [
        '📦 Este chat pasó a otra máquina.',
        'No vino ninguna tarea abierta.',
        '📁 El proyecto shop no está aquí; ahora trabaja en other. Todos los proyectos: /proyecto',
        'El proyecto shop no está en esta máquina y sus tareas se quedan en la otra. Sus archivos: git clone https://github.com/acme/shop.git shop',
        'No está aquí: los cambios sin commit ni push, deshacer, las preguntas abiertas y los comandos en segundo plano. Si la otra máquina se pierde, se pierden también.',
      ].join('\n'),
    ],
    sessions: [],
  });
});

/** As if the project had this remote. */
async function runSqlFacts(cluster: ClusterDatabase, remote: string): Promise<void> {
  await cluster.run(`UPDATE wasap.copies SET facts = facts || jsonb_build_object('remote', $1::text)`, [
    remote,
  ]);
}

test('nothing of another chat, and no hostile address, comes in with a copy', { tags: 'full' }, async () => {
  const { cluster, from } = await twoCells();
  const { session } = from.begin({ task: 'x' });
  await from.copier().pass();
  await runSqlFacts(cluster, 'ext::sh -c touch% /tmp/x');
  await cluster.run(
    `UPDATE wasap.transcripts SET bytes = convert_to(replace(convert_from(bytes, 'UTF8'), $1, 'whatsapp:eve'), 'UTF8')`,
    [CONVERSATION],
  );
  const to = machine(cluster, { name: OTHER });
  await moveConversation(cluster, { conversation: KEY, to: OTHER });
  await to.arrive(2);
  expect({ restored: to.store.sessions.get(session.id), told: to.told.join().includes('ext::') }).toEqual({
    restored: undefined,
    told: false,
  });
});

test('where nothing can be taken over, the chat is told so once, and goes on without', {
  tags: 'full',
}, async () => {
  const { cluster, from } = await twoCells();
  const { session } = from.begin();
  await from.copier().pass();
  const to = machine(cluster, { name: OTHER });
  to.store.conversations.setLanguage(CONVERSATION, { locale: 'es', isChosen: true, others: 0 });
  // Its folder of transcripts is a file.
  writeFileSync(path.dirname(to.transcriptOf(session.id)), '');
  await moveConversation(cluster, { conversation: KEY, to: OTHER });
  await to.arrive(2);
  await to.arrive(2);
  expect({ told: to.told, taken: to.rows.origin(CHAT)?.takenEpoch }).toEqual({
    told: [
      [
        '📦 Este chat pasó a otra máquina.',
        '⚠️ No pude traer sus tareas ni lo programado: se quedan en la otra máquina.',
        'Envía otra vez lo que todavía necesites.',
      ].join('\n'),
    ],
    taken: 2,
  });
});

test('a session that exists here is left as it is', { tags: 'full' }, async () => {
  const { cluster, from } = await twoCells();
  const { session, file } = from.begin();
  file.append([messageLine(0, 'newer')]);
  await from.copier().pass();
  const to = machine(cluster, { name: OTHER });
  to.begin();
  const before = readFileSync(to.transcriptOf(session.id), 'utf8');
  await moveConversation(cluster, { conversation: KEY, to: OTHER });
  await to.arrive(2);
  expect(readFileSync(to.transcriptOf(session.id), 'utf8')).toBe(before);
});

test('of what a dead cell had taken, only what it had not handled comes again, in order', async () => {
  const { cluster, from } = await twoCells();
  const nextId = orderedIds(undefined, Date.now);
  const publish = (names: readonly string[]) =>
    cluster.transaction(async (sql) => {
      const jobs = names.map((id) => {
        const message = { chat: CHAT, sender: '34600111222', id };
        return { id: nextId(), key: KEY, data: { item: { kind: 'message', message } } };
      });
      await cluster.queues.add(sql, { name: queueInto(CELL), wakes: channelOfCell(CELL) }, jobs);
    });
  const Data = z.object({ item: z.object({ message: z.object({ id: z.string() }) }) });
  const consume = (cell: typeof CELL, seen: string[]) =>
    cluster.queues.consume(queueInto(cell), Data, {
      async handle(jobs, settle) {
        for (const { id, data } of jobs) {
          seen.push(data.item.message.id);
          settle(id);
        }
      },
    });
  await publish(['one', 'two', 'three']);
  const here: string[] = [];
  const consumer = consume(CELL, here);
  await until(() => here.length === 3);
  await consumer.stop();
  from.receive('one', true);
  from.receive('two', false);
  from.receive('three', true);
  // A message that began a task is handled once the task is copied.
  const { session: first } = from.begin({ id: '20261120-0000000a' as never });
  from.store.sessions.create({
    ...first,
    id: '20261120-0000000b' as never,
    state: { ...first.state, status: 'queued' },
    origin: { ...first.origin, sourceMessageId: 'three' },
  });
  const copier = from.copier();
  await copier.pass();
  await copier.pass();
  await publish(['four']);
  const { carried } = await moveConversation(cluster, { conversation: KEY, to: OTHER });
  const second: string[] = [];
  const other = consume(OTHER, second);
  await until(() => second.length === 3);
  await other.stop();
  expect({ carried, second }).toEqual({ carried: 3, second: ['two', 'three', 'four'] });
});

test('what a sent answer names does not come again, though nothing was copied after it', {
  tags: 'full',
}, async () => {
  const { cluster, from } = await twoCells();
  await from.copier().pass();
  const nextId = orderedIds(undefined, Date.now);
  const into = { name: queueInto(CELL), wakes: channelOfCell(CELL) };
  const outOf = { name: queueOutOf(FRONT), wakes: channelOfFront(FRONT) };
  const incoming = (id: string) => ({ item: { kind: 'message', message: { chat: CHAT, sender: 's', id } } });
  const outgoing = (answers: readonly string[]) => ({ cell: CELL, answers });
  await cluster.transaction(async (sql) => {
    for (const id of ['one', 'two', 'three'])
      await cluster.queues.add(sql, into, [{ id: nextId(), key: KEY, data: incoming(id) }]);
    for (const id of ['one', 'two'])
      await cluster.queues.add(sql, outOf, [{ id: nextId(), key: KEY, data: outgoing([id]) }]);
  });
  // The second answer is dropped by the front: nobody has it.
  await cluster.run(`UPDATE pgboss.job SET state = 'completed', completed_on = now(), output = CASE
    WHEN data->'answers' ? 'two' THEN '{"ok":false}'::jsonb WHEN data ? 'answers' THEN '{"ok":true}'::jsonb END`);
  expect((await moveConversation(cluster, { conversation: KEY, to: OTHER })).carried).toBe(2);
});

test('what a cell of an earlier version had taken does not come again', { tags: 'full' }, async () => {
  const { cluster } = await twoCells();
  const job = {
    id: orderedIds(undefined, Date.now)(),
    key: KEY,
    data: { item: { kind: 'message', message: { chat: CHAT, sender: 's', id: 'one' } } },
  };
  await cluster.transaction((sql) =>
    cluster.queues.add(sql, { name: queueInto(CELL), wakes: channelOfCell(CELL) }, [job]),
  );
  let isSeen = false;
  const consumer = cluster.queues.consume(queueInto(CELL), z.unknown(), {
    async handle(jobs, settle) {
      for (const { id } of jobs) settle(id);
      isSeen = true;
    },
  });
  await until(() => isSeen);
  await consumer.stop();
  expect(await moveConversation(cluster, { conversation: KEY, to: OTHER })).toEqual({ carried: 0, epoch: 2 });
});
