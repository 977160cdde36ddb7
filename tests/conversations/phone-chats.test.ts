/**
 * One of the long runs.
 * @module-tag full
 */
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
    { open, who: PEOPLE.ana, isShown: true },
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
      model(calls(['apply_patch', FOLDED]));
      await modelIsAsked();
      model(THINKS_ON);
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

test('a question, a change of mind and two tasks, in English', async () => {
  await onPhone(
    'approval-english',
    { open, who: PEOPLE.ben, isShown: true },
    async ({ person, polled, votes, reads, model, modelIsAsked }) => {
      await person('help me with the login', /without changing/);
      model(says('Sure. What goes wrong there?'));
      await reads(/What goes wrong/);
      await person('/agent make a release folder', /^(#\d )?🔧/);
      await modelIsAsked();
      model(calls(['run_command', { command: 'mkdir release && touch release/notes.md' }]));
      await reads(/May I run/);
      await polled();
      await person('what for?', /for the task: make a release folder/);
      await person('wait', /Take your time/);
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

test('stopped, asked about, continued, rewound and begun afresh, in Spanish', async () => {
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
      await person('para', /No hay nada corriendo/);
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
      await person('/agente', /¿Qué hago\?/);
    },
  );
});

test('two questions at once and a language that changes', async () => {
  await onPhone('two-languages', { open, who: PEOPLE.dan }, async ({ person, replies, model }) => {
    model(says('1. `npm test`. 2. Nothing checks it.'));
    await person('how do i run the tests, and is there a min password length?', /Nothing checks/);
    model(says('Con 8 caracteres alcanza. ¿Quieres que lo agregue?'));
    await person('y cuanto seria razonable?', /Quieres que/);
    model(says('Claro, puedo hacerlo con 10.'));
    await person('puede ser de 10 mejor?', /con 10/);
    await person('hazlo', /Empiezo esto/);
    await person('mmm espera', /Sin prisa/);
    await person('no', /👍/);
    await person('/idioma en', /English/);
    await person('status', /Model:/);
    model(says('In src/login.js.'));
    await replies(/Nothing checks/, 'which file was that?', /src.login/);
    await person('#4 hi', /no task #4/);
  });
});

test('two tasks in a row, one line each and one too many, in English', async () => {
  await onPhone(
    'queue-english',
    { open, who: PEOPLE.eva },
    async ({ person, marked, reads, model, modelIsAsked }) => {
      model(says('Hi Eva! What shall we do?'));
      await person('morning! you there?', /What shall we do/);
      await person('/agent emails shoud not care about capitals', /^(#\d )?🔧/);
      await modelIsAsked();
      await person('/queue then put it in teh readme', /#2 then put it/);
      await person('/queue and delete the old branches', /#3 and delete/);
      await person('how is it going?', /queued: #3/);
      await person('#2 one line is enough', /^#2 👍/);
      await marked('oh and dont touch the tests');
      await person('/cancel 3', /^#3 🛑/);
      await person('#3 did you delete any??', /Continue with #3/);
      model(
        calls(['apply_patch', FOLDED]),
        calls(['run_command', TEST]),
        says('Capitals no longer matter; one test is about something else.'),
      );
      await reads(/no longer matter/);
      await modelIsAsked();
      model(
        calls(['apply_patch', { path: 'README.md', search: 'come in', replace: 'come in, capitals or not' }]),
        says('One line in the README.'),
      );
      await reads(/One line in the README/);
      model(says('You are welcome!'));
      await person('nice, thx', /welcome/);
      await person('/cost', /^🧾 then put it/);
      await person('stop', /Nothing is running/);
    },
  );
});

test('a dry run that is asked about, looked at and applied, in Spanish', async () => {
  await onPhone(
    'dry-run-spanish',
    { open, who: PEOPLE.fran },
    async ({ person, polled, patched, reads, model, modelIsAsked }) => {
      model(says('En src/login.js:3, al comparar los correos.'));
      await person('donde se rompe el login con mayusculas', /al comparar/);
      await person('/agente?', /¿Qué pruebo\?/);
      await person('/agente? q las mayusculas no importen', /^(#\d )?🔧/);
      await modelIsAsked();
      await person('como vas', /en marcha: #1 q las/);
      model(
        calls(['apply_patch', FOLDED]),
        calls(['run_command', TEST]),
        says('Con esto las mayúsculas dejan de importar.'),
      );
      await reads(/dejan de importar/);
      await reads(/¿Llevo esto a tu proyecto\?/);
      await polled();
      await patched('/cambios');
      await person('mmm espera', /Sin prisa/);
      model(says('La que ya fallaba: el correo desconocido.'));
      await person('q prueba falla?', /correo desconocido/);
      await person('aplicar', /Aplicada: q las mayusculas/);
      model(says('¡De nada!'));
      await person('buenisimo, gracias', /De nada/);
      await person('/deshacer', /↩️ .*q las mayusculas/);
    },
  );
});
