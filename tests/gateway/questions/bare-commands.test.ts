import { expect, test } from 'vitest';
import { bareCommand, isStopWord } from '../../../src/gateway/questions/bare-commands.ts';

test.each([
  ...[
    'stop',
    'Stop',
    'STOP!!',
    'stop.',
    'cancel',
    'Cancel!',
    'para',
    'Pará',
    'PARA!!!',
    'detente',
    '¡Detente!',
    'basta',
  ],
  ...[
    'basta ya',
    'para por favor',
    'please stop',
    'stop please',
    'stop it',
    'cancel that',
    'ok stop',
    'wait, stop!',
  ],
  ...[
    'no, stop',
    'No, para!',
    'detenlo',
    'páralo',
    'cancélalo',
    'cancela',
    'cancel the task',
    'stop now',
    'para ya',
  ],
  ...['stooop', 'stopp', 'sotp', 'STPO', 'cancle', 'cancell', 'paraaa', 'detnete', '🛑', 'stop 🛑'],
])('%j stops what runs', (text) => {
  expect(isStopWord(text)).toBe(true);
});

test.each([
  ...['para qué sirve esto?', 'para que sirve esto'],
  ...[
    'stop using var in the code',
    'stop the server',
    'cancel the subscription flow',
    'don’t stop',
    'no pares',
  ],
  ...[
    'para eso',
    'para la tarea',
    '¿para?',
    'para?',
    'no para',
    'step',
    'shop',
    'stopped',
    'stopwatch',
    'parar mientras',
  ],
  ...[
    'basta con eso',
    'un alto',
    'the stop button',
    '/stop',
    'stop and commit',
    'cancel button is broken',
    '',
  ],
])('%j stops nothing', (text) => {
  expect(isStopWord(text)).toBe(false);
});

test.each([
  ['stop #2', 'cancel', '2'],
  ['para la 2', 'cancel', '2'],
  ['cancel task 12', 'cancel', '12'],
  ['stop all', 'cancel', 'all'],
  ['para todo', 'cancel', 'all'],
  ['stop all tasks', 'cancel', 'all'],
  ['help', 'help', ''],
  ['HELP!', 'help', ''],
  ['help?', 'help', ''],
  ['help please', 'help', ''],
  ['ayuda', 'help', ''],
  ['¡Ayuda!', 'help', ''],
  ['ayuda por favor', 'help', ''],
  ['hlep', 'help', ''],
  ['help safety', 'help', 'safety'],
  ['Help Safety, please', 'help', 'safety'],
  ['help everything', 'help', 'everything'],
  ['ayuda seguridad', 'help', 'seguridad'],
  ['¿ayuda horarios?', 'help', 'horarios'],
  ['ayuda todo', 'help', 'todo'],
  ['hlep tasks', 'help', 'tasks'],
  ['status', 'status', ''],
  ['status?', 'status', ''],
  ['Status please', 'status', ''],
  ['estado', 'status', ''],
  ['¿estado?', 'status', ''],
  ['stauts', 'status', ''],
] as const)('%j is the command %s %s', (text, name, rest) => {
  expect(bareCommand(text)).toEqual({ name, rest });
});

test.each([
  ...[
    'help me with the login',
    'status of the deploy',
    'el estado del login',
    'ayuda con el login',
    'constructor',
  ],
  ...['status code 404', 'toString', 'please', 'ok', 'help'.repeat(20), 'stop #2 and #3', '2', '#2'],
  ...[
    'help safety team with the form',
    'help the safety team',
    'help with safety',
    'help toString',
    'help login',
    'safety help',
    'safety',
    'status safety',
    'stop safety',
    'ayuda con la seguridad',
    'ayuda a seguridad con el formulario',
    'ayuda seguridad y tareas',
    'seguridad',
  ],
])('%j is no command', (text) => {
  expect(bareCommand(text)).toBeUndefined();
});

test.each(['¿cómo va?', 'como vas', "how's it going?", 'how is it going'])(
  '%j asks for the status',
  (text) => {
    expect(bareCommand(text)).toEqual({ name: 'status', rest: '' });
  },
);
