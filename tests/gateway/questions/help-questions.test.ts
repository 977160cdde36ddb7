import { afterAll, expect, test } from 'vitest';
import type { InboundMessage } from '../../../src/contracts/channel.ts';
import { commandsOf } from '../../../src/features/contributions.ts';
import { asksHelp, helpQuestion } from '../../../src/gateway/questions/help-questions.ts';
import { gatewayRig } from '../../support/gateway-rig.ts';

const rig = await gatewayRig();
afterAll(() => rig.remove());

/** The name of the command that answers; `overview` for the first things to know. */
function answerOf(text: string): string | undefined {
  const question = helpQuestion(text, commandsOf(rig.features));
  return question?.kind === 'command' ? question.command.name : question?.kind;
}

test.each([
  ...['what can you do?', 'What can you do', 'hey, what can you do?', 'what else can you do for me?'],
  ...['what can you help me with?', 'what are you able to do?', 'what can I ask you?', 'how do you work?'],
  ...['what commands do you have?', 'show me your commands', 'how do I use you?', 'what can I do here?'],
  ...[
    '¿qué puedes hacer?',
    'que puedes hacer',
    'qué podés hacer?',
    'hola, qué sabes hacer?',
    'que mas puedes hacer',
  ],
  ...['¿en qué me puedes ayudar?', 'en que puedes ayudarme', '¿cómo funcionas?', 'que comandos tienes?'],
  ...['¿qué te puedo pedir?', 'para qué sirves?', 'cómo te uso', '¿cuáles son tus comandos?'],
])('%j asks for everything', (text) => {
  expect(answerOf(text)).toBe('overview');
});

test.each([
  ['how do I start a task?', 'agent'],
  ['¿cómo te doy una tarea?', 'agent'],
  ["how do I see how it's going?", 'status'],
  ['how do I see how it is going?', 'status'],
  ['como veo como va?', 'status'],
  ['how do I stop you?', 'cancel'],
  ['how can i stop the task', 'cancel'],
  ['how do I cancel?', 'cancel'],
  ['¿cómo te detengo?', 'cancel'],
  ['como te paro', 'cancel'],
  ['como cancelo la tarea?', 'cancel'],
  ['how do I continue?', 'agent-resume'],
  ['how do I resume a stopped task?', 'agent-resume'],
  ['¿cómo continúo una tarea detenida?', 'agent-resume'],
  ['how do I undo?', 'undo'],
  ['how to undo', 'undo'],
  ['how do I undo what you did?', 'undo'],
  ['can you tell me how to undo your changes?', 'undo'],
  ['¿cómo deshago?', 'undo'],
  ['como puedo deshacer', 'undo'],
  ['cómo se deshace lo que hiciste?', 'undo'],
  ['how do I see your changes?', 'diff'],
  ['¿cómo veo lo que cambiaste?', 'diff'],
  ['how do I schedule something?', 'cron'],
  ['how can I schedule a message?', 'cron'],
  ['how do I set a reminder?', 'cron'],
  ['¿cómo agendo algo?', 'cron'],
  ['como agendo algo', 'cron'],
  ['¿cómo puedo programar un recordatorio?', 'cron'],
  ['how do I switch projects?', 'workspace'],
  ['how do i change to another project?', 'workspace'],
  ['como cambio de proyecto', 'workspace'],
  ['cómo puedo cambiar de proyecto?', 'workspace'],
  ['how do I change your language?', 'language'],
  ['¿cómo cambio tu idioma?', 'language'],
  ['how do I start a new conversation?', 'new'],
  ['como empiezo otra conversación', 'new'],
  ['how do I make you stop asking?', 'policy'],
  ['how do I make you remember something?', 'remember'],
  ['como hago para que recuerdes algo?', 'remember'],
  ['how do I try something without changing anything?', 'agent?'],
  ['how do I find a specialist?', 'secretary'],
  ['cómo sé cuánto gasté hoy?', 'cost'],
])('%j is answered with the help of %s', (text, name) => {
  expect(answerOf(text)).toBe(name);
});

test.each([
  ...['how do I schedule a job in quartz?', 'how do I undo the last migration in this project?'],
  ...['how do I undo the last commit?', 'how do I undo `git add`?', 'how do I undo in src/editor.ts?'],
  ...[
    'how do I stop the server?',
    'how do I stop it?',
    'how do I cancel a subscription?',
    'how do I cancel a request?',
  ],
  ...['how do I schedule a cron job?', 'how do I schedule tasks with celery?', 'how do I run the tests?'],
  ...['how do I create a task?', 'how do I change the project?', 'how do I change the language of the app?'],
  ...['how do I start the project?', 'how do I get started?', 'how do I start?', 'how do I merge a branch?'],
  ...[
    'how do I open a pull request?',
    'how do I see the diff?',
    'how do I continue the loop?',
    'how do I undo() here?',
  ],
  ...['how do I approve a user?', 'how do I remember a login?', 'how do I resume the upload?'],
  ...['how does undo work in the editor?', 'how does this work?', 'how does it work?', 'what does it do?'],
  ...['what can you do about the login?', 'what can you do to make it faster?', 'what can I do?'],
  ...['what can it do?', 'what does this project do?', 'what commands are there?', 'list the commands'],
  ...[
    'can you undo?',
    'undo',
    'schedule something',
    'stop you',
    'what can you do? fix the login',
    'who are you?',
  ],
  ...[
    'what can you do\nwith this stack trace?',
    'what can you do in #2?',
    'how do I undo task 2?',
    '/help undo',
  ],
  ...['¿cómo agendo un job en quartz?', '¿cómo deshago la última migración?', 'como programo algo en rust'],
  ...[
    'como programo algo',
    'cómo cambio el proyecto',
    'como cambio el idioma de la app',
    'como paro el servidor',
  ],
  ...['como corro las pruebas', '¿cómo empiezo?', '¿qué puedo hacer?', '¿qué haces?', 'cómo funciona esto?'],
  ...[
    '¿qué puede hacer este módulo?',
    'que puedes hacer con el login',
    'como creo una tarea',
    'cómo cancelo un pedido',
  ],
  ...['cómo deshago `git add`', 'cambio de proyecto', 'agendo algo', 'puedes deshacer?', ''],
])('%j is for the model', (text) => {
  expect(answerOf(text)).toBeUndefined();
});

const IMAGE = { path: '/inbox/a.png', bytes: 1, mediaType: 'image/png' } as never;

test.each<[string, Partial<InboundMessage>, boolean]>([
  ['in words', {}, true],
  ['spoken', { enclosed: [{ kind: 'voice', text: 'what can you do?' }] }, true],
  ['with a picture', { enclosed: [{ kind: 'image', image: IMAGE }] }, false],
  ['in reply to a message', { quotedId: 'Q' }, false],
  ['forwarded', { forwarded: true }, false],
  ['at a set time', { scheduled: { id: 1, name: 'kd', nominalMs: 0 } as never }, false],
])('"what can you do?" %s asks the program: %s', (_how, change, expected) => {
  const message = { account: 'a', chat: 'c', sender: 's', id: 'm', text: 'what can you do?', sentAtMs: 0 };
  expect(asksHelp({ ...message, ...change }, commandsOf(rig.features))).toBe(expected);
});
