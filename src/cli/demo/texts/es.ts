import type { demoTexts as english } from './en.ts';

/** Around the chat of `wasap demo`. */
export const demoTexts: typeof english = {
  title: 'Demo de wasap-agent: de un mensaje a un commit probado.',
  real: 'Real: proyecto, pruebas, git, permisos, base de datos.',
  recorded: 'Grabado, y en inglés: lo que dice el modelo.\nSin clave, sin teléfono, sin red.',
  sandbox: 'Aquí no hay sandbox: el proyecto es nuestro.',
  project: (folder) => `Proyecto: ${folder}`,
  alone: 'No hay terminal, así que respondo la pregunta por ti.',
  asked: 'Te pregunto una vez: responde 1, sí o no.',
  you: 'Tú',
  yes: 'sí',
  checked: (tests, commit) => `Revisado al final: las pruebas ${tests} · commit ${commit}`,
  pass: 'pasan',
  fail: 'FALLAN',
  missing: 'FALTA',
  look: (folder) => `Para ver el cambio: git -C ${folder} show`,
  next: 'En tu propio proyecto:',
  start: (command) => `${command.padEnd(13)}primero te pide tu clave y tu proyecto`,
  write: 'y escribe:   /agente arregla la prueba que falla',
};
