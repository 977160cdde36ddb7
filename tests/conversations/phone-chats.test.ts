import { afterAll, beforeAll, expect, test } from 'vitest';
import { calls, says } from '../support/messages-server/replies.ts';
import { onPhone, openPhones, PEOPLE, type PhoneWorld, THINKS_ON } from './chat.ts';

const FOLDED = {
  path: 'src/login.js',
  search: 'candidate.email === email',
  replace: 'candidate.email.toLowerCase() === email.toLowerCase()',
};
const TEST = { command: 'npm test' };

let open: PhoneWorld;
beforeAll(async () => {
  open = await openPhones();
});
afterAll(async () => {
  expect(open.world.problems).toEqual([]);
  await open.close();
});

test('a photo, "dale", a stop and a reply to an old report, in Spanish', async () => {
  await onPhone(
    'photo-spanish',
    { open, who: PEOPLE.ana },
    async ({ person, photo, replies, reads, model, modelIsAsked, marked }) => {
      model(says('¡Hola! ¿En qué te ayudo?'));
      await person('buenas', /En qué te ayudo/);
      model(
        says(
          'Es el aviso de un correo con mayúsculas: src/login.js:3 los compara tal cual. ¿Quieres que lo arregle?',
        ),
      );
      await photo('me sale esto cuando entro, q es??', /Quieres que/);
      await person('dale, arreglalo', /Empiezo esto/);
      await person('si', /^(#\d )?🔧/);
      await modelIsAsked();
      await marked('sin tocar los tests porfa');
      model(calls(['apply_patch', FOLDED]), THINKS_ON);
      await person('PARA!!', /⏱️/);
      model(says('Cambié una línea; faltan las pruebas.'));
      await person('q quedó?', /faltan las pruebas/);
      await person('/continuar', /^(#\d )?🔧/);
      await modelIsAsked();
      model(calls(['run_command', TEST]), says('Las mayúsculas ya no importan.'));
      await reads(/ya no importan/);
      model(says('¡De nada!'));
      await person('genial gracias', /De nada/);
      await replies(/ya no importan/, 'y si el correo no existe?', /Sigo con/);
      model(says('Ahora se rechaza sin romper.'));
      await person('no', /sin romper/);
    },
  );
});

test('a question, a change of mind and two tasks, in English', { tags: 'full' }, async () => {
  await onPhone(
    'approval-english',
    { open, who: PEOPLE.ben },
    async ({ person, votes, reads, model, modelIsAsked }) => {
      await person('help me with the login', /without changing/);
      model(says('Sure. What goes wrong there?'));
      await reads(/What goes wrong/);
      await person('/agent make a release folder', /^(#\d )?🔧/);
      await modelIsAsked();
      model(calls(['run_command', { command: 'mkdir release && touch release/notes.md' }]));
      await reads(/May I run/);
      await person('what for?', /open/);
      await person('wait', /open/);
      model(says('Fine, no folder.'));
      await person('no, leave it', /⏱️/);
      await person('/agent ok do make it after all', /^(#\d )?🔧/);
      model(
        calls(['run_command', { command: 'mkdir release && touch release/notes.md' }]),
        says('It is there.'),
      );
      await votes(/Yes/, /It is there/);
      await person('/undo', /↩️/);
      await person('cancel', /Nothing is running/);
    },
  );
});

test('stopped, asked about, continued, rewound and begun afresh, in Spanish', { tags: 'full' }, async () => {
  await onPhone(
    'resume-spanish',
    { open, who: PEOPLE.cara },
    async ({ person, reads, model, modelIsAsked }) => {
      await person('/agente escribí una guia corta', /^(#\d )?🔧/);
      await modelIsAsked();
      await person('como va?', /en marcha/);
      model(calls(['write_source_file', { path: 'GUIA.md', content: '# Guia\n' }]));
      await modelIsAsked();
      await person('basta', /Deteniendo/);
      model(THINKS_ON);
      await reads(/⏱️/);
      await person('para', /No hay nada en marcha/);
      await person('/agent-resume', /^(#\d )?🔧/);
      model(
        calls(['write_source_file', { path: 'EXTRA.md', content: '# Extra\n' }]),
        says('La guía está en GUIA.md.'),
      );
      await reads(/La guía está/);
      model(says('Sobra: la guía alcanza.'));
      await person('y ese EXTRA.md??', /la guía alcanza/);
      await person('/rebobinar', /ronda/);
      model(says('Quedó solo GUIA.md.'));
      await person('1 sin EXTRA', /Quedó solo/);
      await person('/nuevo', /de cero/);
      await person('/deshacer', /↩️/);
      await person('/agente', /./);
    },
  );
});

test('two questions at once and a language that changes', { tags: 'full' }, async () => {
  await onPhone('two-languages', { open, who: PEOPLE.dan }, async ({ person, replies, model }) => {
    model(says('1. `npm test`. 2. Nothing checks it.'));
    await person('how do i run the tests, and is there a min password length?', /Nothing checks/);
    model(says('Con 8 caracteres alcanza. ¿Quieres que lo agregue?'));
    await person('y cuanto seria razonable?', /Quieres que/);
    model(says('Claro, puedo hacerlo con 10.'));
    await person('puede ser de 10 mejor?', /con 10/);
    await person('hazlo', /Start this|Empiezo esto/);
    await person('mmm espera', /Sin prisa|Take your/);
    await person('no', /👍/);
    await person('/idioma en', /English/);
    await person('status', /Model:/);
    model(says('In src/login.js.'));
    await replies(/Nothing checks/, 'which file was that?', /src.login/);
    await person('#4 hi', /no task #4/);
  });
});
