import type { chat as English } from './chat-en.ts';

export const chat: typeof English = {
  help: [
    '🧭 /secretaria busca al especialista para lo que pides.',
    'No empieza nada hasta que confirmes.',
    '/secretaria <pedido> - con tus palabras: /secretaria revisa si el login tiene agujeros',
    '/secretaria modo - cómo trabaja en este proyecto',
    '/secretaria modo manual|aware|proactive - lo cambia',
    '/secretaria confiar <nombre> - deja que uno del proyecto use lo que dice su archivo',
    '/secretaria cancelar - descarta la pregunta abierta',
    'Para responder: el nombre o número de una opción, o el nombre de otro especialista.',
  ].join('\n'),
  modes: 'Los modos son manual, aware y proactive.\nPor ejemplo: /secretaria modo aware',
  tooLong: (most) => `Es muy largo: como mucho ${most} caracteres. Acórtalo.`,
  looking: '🧭 Sigo buscando al especialista…',
  howToAnswer: 'Responde en un solo mensaje, con tus palabras.\nPara cancelar: /secretaria cancelar',
  forTask:
    '¿Eso es para la tarea o para la secretaria?\nPara la secretaria: responde a su pregunta, o /secretaria responder <palabras>\nPara la tarea: #1 <palabras>, o responde a un mensaje sobre ella',
  named: (words) => `/secretaria responder ${words} · /secretaria cancelar`,
  noneOpen: 'La secretaria no tiene ninguna pregunta abierta.\nPara pedirle algo: /secretaria <pedido>',
  nowWho: 'Eso ya está respondido. Ahora elige quién lo hace.\nPara cancelar: /secretaria cancelar',
  noted: 'Anotado. Responde también las otras preguntas.',
  over: {
    accepted: 'Eso ya estaba respondido. No empecé nada más.',
    cancelled: 'Eso se canceló.\nPara pedirlo otra vez: /secretaria <pedido>',
    replaced: 'Otro pedido reemplazó a ese. De él no empieza nada.',
    failed: 'De ese pedido no salió nada.\nPara pedirlo otra vez: /secretaria <pedido>',
    passed: 'Ningún especialista encaja, así que respondí como siempre.',
    expired: 'Esa pregunta tiene más de un día.\nPara pedirlo otra vez: /secretaria <pedido>',
  },
  otherProject: (asked, here) =>
    `Eso era sobre ${asked}, y este chat ahora está en ${here}.\nPara volver: /proyecto ${asked}\nO pídelo otra vez: /secretaria <pedido>`,
  reading: (agent) =>
    `🔒 ${agent} solo puede leer: su archivo no está aceptado.\nViene con el proyecto. Un dueño puede aceptarlo: /secretaria confiar ${agent}`,
  gone: (agent) => `${agent} ya no está.\nPara pedirlo otra vez: /secretaria <pedido>`,
  changed: (agent) =>
    `El archivo de ${agent} cambió, así que no empezó.\nPara pedirlo otra vez: /secretaria <pedido>`,
  trust: {
    ask: (agent, file, tools) =>
      `🔑 ${agent} trabajaría con: ${tools}\nLee antes su archivo: ${file}\nTiene los mismos límites que cualquier tarea, y pregunto igual. Si el archivo cambia, otra vez solo puede leer.\nPara aceptarlo tal como está: /secretaria confiar ${agent} sí`,
    all: 'todo lo que puede usar una tarea',
    accepted: (agent) =>
      `✅ Acepté ${agent} tal como está.\nPara retirarlo: /secretaria confiar ${agent} quitar`,
    showFirst: (agent) =>
      `No te mostré ese archivo en la última hora.\nMíralo antes: /secretaria confiar ${agent}`,
    notAccepted: (agent) => `Aquí no estaba aceptado ${agent}.`,
    yours: (agent) => `${agent} no es del proyecto, así que no necesita permiso.`,
    how: 'Di cuál de los especialistas del proyecto:\n/secretaria confiar project:fixer',
  },
  worksWith: (agent, model) => `🧠 ${agent} usa el modelo ${model}, como dice su archivo.`,
  unknownModel: (model, used) =>
    `Trabaja con el modelo ${used}.\nSu archivo pide ${model}, que no coincide con ninguno de agent.yaml, o con varios.`,
  noSuchCommand: (name) => `Aquí no existe ${name}.\nElige un especialista o cancela.`,
  broken: 'Algo falló de mi lado, así que no empezó nada.\nPídelo otra vez.',
};
