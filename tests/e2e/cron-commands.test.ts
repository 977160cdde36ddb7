/**
 * One of the long runs.
 * @module-tag full
 */
import { expect, test } from 'vitest';
import { expectGolden } from '../support/golden.ts';
import { calls, says } from '../support/messages-server/replies.ts';
import { lastTold } from '../support/model-view.ts';
import { useScenes } from '../support/scene.ts';

const scene = useScenes();

/** Letters and dates differ from run to run; what clocks show does not. */
function shown(conversation: string, name: string): string {
  return conversation
    .replaceAll(new RegExp(`(?<![\\p{L}\\d])${name}(?![\\p{L}\\d])`, 'gu'), '<id>')
    .replaceAll(/\p{L}{3} \d{1,2} \p{L}{3,4}(?: \d{4})? (\d\d:\d\d)/gu, '<day> $1')
    .replaceAll(/(ahora: <day>) \d\d:\d\d/gu, '$1 <now>');
}

const nameIn = (list: string) => /`([a-z]{2})`/.exec(list)?.[1] ?? '';

test('a wish in plain talk is proposed, set on a yes, listed, paused, deleted and brought back', async () => {
  const { start, server, folder } = await scene({
    script: [
      calls(['list_crons', {}]),
      calls(['create_cron', { kind: 'cron', expr: '0 8 * * 1', message: 'water the plants' }]),
      says('It is set for Mondays at eight.'),
    ],
    env: { TIMEZONE: 'Europe/Madrid' },
  });
  const program = start();
  program.say('remind me every Monday at 8 to water the plants');
  await program.heard(/1 yes · 2 no/);
  program.say('yes');
  await program.heard(/set for Mondays/);
  expect(lastTold(server)).toEqual([expect.stringMatching(/^Set as cron [a-z]{2}; first time /)]);
  program.say('/cron list');
  const name = nameIn(await program.heard(/next/));
  for (const [line, answer] of [
    [`/cron pause ${name}`, /Paused/],
    ['/cron list', /⏸️ paused/],
    [`/cron resume ${name}`, /Continuing/],
    [`/cron run ${name}`, /cron [a-z]{2}\nwater/],
    [`/cron delete ${name}`, /Deleted/],
    ['/cron list', /No schedules in this chat yet/],
    ['/cron undo', /is back/],
  ] as const) {
    program.say(line);
    await program.heard(answer);
  }
  expect(await program.hangUp()).toBe(0);
  await expectGolden('cron', shown(program.conversation, name), folder);
});

test('the same in Spanish: common words without the model, uncommon ones with it', async () => {
  const { start, server, folder } = await scene({
    script: [
      calls(['list_crons', {}]),
      calls([
        'create_cron',
        { kind: 'cron', expr: '0 9 * * 2#1', message: '/agent revisa las dependencias' },
      ]),
      says('Queda para el primer martes de cada mes.'),
    ],
    env: { LOCALE: 'es' },
  });
  const program = start();
  for (const [line, answer] of [
    ['/cron añadir mañana a las 9 revisar los PR', /zona horaria/],
    ['/cron zona Madrid', /Europe\/Madrid/],
    ['/cron añadir mañana a las 9 revisar los PR', /sí o no/],
    ['sí', /Programada/],
  ] as const) {
    program.say(line);
    await program.heard(answer);
  }
  expect(server.requests.length).toBe(0);
  program.say('/cron lista');
  const name = nameIn(await program.heard(/próxima/));
  program.say(`/cron pausar ${name}`);
  await program.heard(/en pausa/);
  program.say(`/cron borrar ${name}`);
  await program.heard(/Borré/);
  program.say('/cron deshacer');
  await program.heard(/de vuelta/);
  program.say('/cron añadir el primer martes de cada mes a las 9 /agent revisa las dependencias');
  await program.heard(/1 sí · 2 no/);
  program.say('sí');
  await program.heard(/primer martes de cada mes\.\n$/);
  expect(await program.hangUp()).toBe(0);
  await expectGolden('cron-spanish', shown(program.conversation, name), folder);
});
