import type { chat as English } from './chat-en.ts';

export const chat: typeof English = {
  help: [
    '🧭 /secretaria busca a quien le toca lo que pides, y te pregunta antes de empezar nada.',
    '/secretaria <petición> - con tus palabras: /secretaria revisa si el login tiene agujeros',
    '/secretaria modo - cómo trabaja en este proyecto',
    '/secretaria modo manual|aware|proactive - lo cambia',
    '/secretaria confiar <nombre> - deja que uno que viene con el proyecto use lo que dice su archivo',
    '/secretaria cancelar - olvida lo que esté abierto',
    'Responde con el nombre de una opción o su número, o escribe el nombre de otro especialista.',
  ].join('\n'),
  modes: 'Los modos son manual, aware y proactive: /secretaria modo aware',
  tooLong: (most) => `Es demasiado largo para una petición: como mucho ${most} caracteres. Dilo más corto.`,
  looking: '🧭 Busco a quién le toca…',
  howToAnswer: 'Responde en un solo mensaje, con tus palabras. /secretaria cancelar lo olvida.',
  forTask:
    '¿Eso va para la tarea o para la secretaria? Para la secretaria: responde a su pregunta, o /secretaria responder <palabras>. Para la tarea: #1 y lo que quieras decirle, o responde a un mensaje sobre ella.',
  noneOpen: 'La secretaria no tiene ninguna pregunta abierta.',
  nowWho:
    'Eso ya estaba respondido. Ahora falta decidir quién lo hace: responde a esa pregunta, o escribe /secretaria cancelar.',
  noted: 'Anotado. Falta el resto de las preguntas, en un mensaje o votando.',
  over: {
    accepted: 'Eso ya estaba respondido; no empecé nada más.',
    cancelled: 'Eso se canceló. Pídelo otra vez con /secretaria <petición>.',
    replaced: 'Una petición posterior ocupó su lugar; de esta no empieza nada.',
    failed: 'De esa petición no salió nada. Pídelo otra vez con /secretaria <petición>.',
    passed: 'No había nadie hecho para eso, así que se respondió como una pregunta normal.',
    expired: 'Esa pregunta tiene más de un día. Pídelo otra vez con /secretaria <petición>.',
  },
  otherProject: (asked, here) =>
    `Eso era sobre ${asked}, y este chat trabaja ahora en ${here}. Vuelve allí (/proyecto ${asked}) o pídelo otra vez con /secretaria <petición>.`,
  reading: (agent) =>
    `🔒 ${agent} viene con el proyecto y no has aceptado su archivo: puede leer, y no cambia nada. Un dueño puede cambiarlo: /secretaria confiar ${agent}`,
  gone: (agent) => `${agent} ya no está. Pídelo otra vez con /secretaria <petición>.`,
  changed: (agent) =>
    `El archivo de ${agent} cambió entretanto, así que no empezó. Pídelo otra vez con /secretaria <petición>.`,
  trust: {
    ask: (agent, file, tools) =>
      `🔑 ${agent} (${file}) trabajaría con: ${tools}\nCon las mismas preguntas y límites que cualquier tarea. Lee antes el archivo. Para aceptarlo tal como está ahora: /secretaria confiar ${agent} sí. Si cambia, vuelve a solo leer.`,
    all: 'todo lo que tiene una tarea',
    accepted: (agent) =>
      `✅ Aceptado: ${agent}, tal como está. Para retirarlo: /secretaria confiar ${agent} quitar`,
    showFirst: (agent) =>
      `Ese no es el archivo que te mostré en la última hora. Míralo antes: /secretaria confiar ${agent}`,
    notAccepted: (agent) => `Aquí no se había aceptado ${agent}.`,
    yours: (agent) => `${agent} no viene con el proyecto: no necesita tu sí.`,
    how: 'Di uno que venga con el proyecto: /secretaria confiar project:fixer',
  },
  worksWith: (agent, model) => `💲 ${agent} trabaja con el modelo ${model}: lo dice su archivo.`,
  unknownModel: (model, used) =>
    `Su archivo pide el modelo ${model}, que no es ninguno de agent.yaml o puede ser varios: trabaja con ${used}.`,
  noSuchCommand: (name) => `Aquí no existe ${name}. Elige un especialista o cancela.`,
  broken: 'Algo falló de mi lado mientras buscaba a alguien. No empezó nada. Pídelo otra vez.',
};
