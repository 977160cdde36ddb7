import { calls, says } from '../support/messages-server/replies.ts';
import { inTerminal, THINKS_ON } from './chat.ts';

const LOWER_CASE = {
  path: 'src/login.js',
  search: 'candidate.email === email',
  replace: 'candidate.email.toLowerCase() === email.toLowerCase()',
};
const KNOWN_USER = { path: 'src/login.js', search: 'if (user.password', replace: 'if (user?.password' };
const TEST = { command: 'npm test' };

inTerminal('login-spanish', { tags: ['full'] }, async ({ person, model, modelIsAsked, reads }) => {
  model(says('¡Hola! Pregúntame lo que quieras del proyecto.'));
  await person('hola', /Pregúntame/);
  model(says('src/login.js:3 compara los correos con sus mayúsculas. ¿Quieres que lo arregle?'));
  await person('xq no anda el login d Ana@Example.com?', /Quieres que/);
  model(says('Cuando quieras.'));
  await person('esperá', /Cuando quieras/);
  await person('dale', /1 sí/);
  await person('sí, pero sin tocar los tests', /1 sí/);
  await person('hmm espera', /Sin prisa/);
  await person('dale', /Voy con esto/);
  await modelIsAsked();
  model(calls(['apply_patch', LOWER_CASE]), THINKS_ON);
  await reads(/Ronda 1/);
  await person('para!!', /Detenida/);
  await person('/agent-resume y q un correo desconocido no rompa', /^▶️ Sigo con: xq no anda/m);
  model(
    calls(['apply_patch', KNOWN_USER], ['run_command', TEST]),
    says('Listo: entra con cualquier mayúscula y un correo desconocido se rechaza.'),
  );
  await reads(/se rechaza/);
  model(says('De nada.'));
  await person('grax', /De nada/);
  await person('ayuda', /tarea/);
  await person('estado', /Modelo/);
  await person('/costo', /^🧾 xq no anda el login d Ana@Example\.com\?/m);
  await person('/deshacer', /↩️/);
  await person('/nuevo', /Empezamos de cero/);
  await person('basta', /No hay nada corriendo/);
});

inTerminal('language-switch', { tags: ['full'] }, async ({ person, model, reads }) => {
  model(says('It is in src/login.js.'));
  await person('where is the login?', /src\/login/);
  model(says('Son cuatro.'));
  await person('ok, y cuántas pruebas hay?', /Son cuatro/);
  model(says('Dos fallan: las mayúsculas y el correo desconocido.'));
  await person('cuáles fallan ahora?', /Dos fallan/);
  await person('status', /Modelo: /);
  model(says('I can fix both.'));
  await person('thanks', /both/);
  await person('status', /Modelo: /);
  await person('/language en', /English/);
  await person('/agent arreglá las dos', /On it/);
  model(says('Nothing changed yet: which one first?'));
  await reads(/which one/);
  await person('/idioma', /I write English here/);
  await person('/idioma frances', /don't speak frances/);
  await person('/language auto', /I'll write as you do/);
});

inTerminal('queue-spanish', { tags: ['full'] }, async ({ person, model, modelIsAsked, reads }) => {
  await person('/agente agregá un límite de 5 intentos', /Voy con esto/);
  await modelIsAsked();
  await person('/cola después anotalo en el README', /En cola/);
  await person('/cola y borrá los archivos viejos', /En cola/);
  await person('cómo va?', /en cola/);
  await person('#2 en una línea', /👍/);
  await person('no, mejor 3 intentos', /👍/);
  await person('#3 no borres nada che', /👍/);
  await person('/cancelar 3', /^#3 🛑 .*borrá los archivos viejos/m);
  await person('#7 hola', /ninguna tarea #7/);
  model(
    calls(['read_source_file', { path: 'src/login.js' }]),
    says('Con tres intentos alcanza; falta escribirlo.'),
  );
  await reads(/Con tres/);
  model(
    calls(['apply_patch', { path: 'README.md', search: 'come in', replace: 'come in, after three tries' }]),
    says('Anotado en una línea.'),
  );
  await reads(/Anotado en una/);
  await person('/sesiones', /cancelada: y borrá los archivos viejos/);
  await person('detente', /No hay nada corriendo/);
});
