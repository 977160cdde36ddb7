import type { machinesTexts as english } from './en.ts';

export const machinesTexts: typeof english = {
  command: {
    usage: '/maquinas [vaciar | abrir | mover]',
    summary: 'todas las máquinas y lo que hacen',
    more: `/maquinas vaciar grande - no recibe chats nuevos; abrir lo revierte
/maquinas mover soporte:34600111222@s.whatsapp.net grande - ese chat pasa ahí
Solo para dueños, donde trabajan varias máquinas.`,
  },
  drained: (cell, chats) =>
    `✅ ${cell} no recibe chats nuevos. Chats que tiene: ${chats}.
Para que reciba otra vez: /maquinas abrir ${cell}`,
  undrained: (cell) => `✅ ${cell} recibe chats nuevos otra vez.`,
  moved: (chat, cell, messages) =>
    `✅ El chat ahora vive en ${cell}.
${chat}. Mensajes en espera que fueron con él: ${messages}.`,
  handover: {
    done: 'Sus tareas quedaron en pausa y copiadas. Sigue: /continuar',
    full: 'Su celda no puede guardar nada: pasó su última copia.',
    silent: 'Su celda no respondió en 20 s, así que pasó su última copia.',
    dead: 'Su celda anterior ya no está, así que pasó su última copia.',
  },
  away: `PostgreSQL no responde, así que nada cambió.
Los mensajes esperan. Inténtalo cuando vuelva.`,
  noCell: (cell) => `No hay ninguna celda ${cell}, así que nada cambió.\nEstas hay: /maquinas`,
  thisChat: (chat, cell) =>
    `No puedo mover el chat desde el que me escribes.
Pídelo en otro, o en una terminal: wasap cluster move ${chat} --to ${cell}`,
  noChat: (chat) => `No existe el chat ${chat}, así que nada se movió.`,
  thereAlready: (cell) => `El chat ya vive en ${cell}: nada se movió.`,
  notRunning: (cell) =>
    `${cell} no está en marcha, así que nada se movió.\nIníciala primero: wasap cell --name ${cell}`,
  page: {
    label: 'Máquinas',
    title: 'Máquinas',
    away: 'PostgreSQL no responde. Esto es lo último que supe:',
    awayIs: 'Los frentes guardan lo que llega. Ahora nada se mueve.',
    unseen: 'PostgreSQL no responde y aún no he visto las máquinas.',
    cells: 'Celdas',
    fronts: 'Frentes',
    noFront: 'Aún no hay frentes. Inicia uno: wasap front',
    thisOne: 'esta',
    state: { running: 'en marcha', draining: 'vaciándose', full: 'disco lleno', gone: 'no responde' },
    heard: 'Última señal',
    version: (version) => `Versión ${version}`,
    tasks: 'tareas en marcha',
    tasksWaiting: 'tareas en espera',
    messages: 'mensajes en espera',
    waiting: (count) => `Mensajes en espera: ${count}`,
    oldest: 'mensaje más antiguo',
    today: 'hoy (UTC)',
    chats: 'chats',
    projects: (names) => `Proyectos: ${names}`,
    noProjects: 'ninguno',
    unknown: 'no se sabe',
    intact: (entry) => `Registro de comandos: intacto hasta ${entry}, revisado`,
    broken: 'Registro de comandos: dañado, revisado',
    unchecked: 'Registro de comandos: aún sin revisar',
    drain: 'Sin chats nuevos',
    undrain: 'Chats nuevos otra vez',
    manage: (cell) => `Qué hacer con ${cell}`,
    chatsOn: (cell) => `Chats en ${cell}`,
    group: (chat) => `Grupo ${chat}`,
    via: (front) => `por ${front}`,
    move: 'Mover',
    moveWhom: (name) => `Mover el chat con ${name}`,
    moreChats: (count) => `Más chats: ${count}. Busca uno arriba.`,
    together: 'Todas las celdas juntas',
    findTitle: 'Buscar un chat',
    find: 'Número, grupo o frente',
    findNow: 'Buscar',
    notFound: 'Ningún chat tiene eso en su nombre.',
    manyFound: 'Estos son los primeros 50. Escribe más del nombre.',
    on: (cell) => `en ${cell}`,
    moveTitle: 'Mover un chat',
    moveFrom: (name, cell) => `El chat con ${name} vive en ${cell}.`,
    moveIs: `Sus tareas quedan en pausa y se copian, hasta 20 s.
Luego esperan en la nueva celda a /continuar.
Los cambios sin commit ni push se quedan en la otra máquina.`,
    to: 'A esta celda',
    moveNow: 'Mover este chat',
    keep: 'Dejarlo donde está',
    nowhere: 'No hay otra celda en marcha que reciba chats.',
    chatGone: 'Ese chat ya no está.',
  },
  arrived: {
    title: '📦 Este chat pasó a otra máquina.',
    goesOn: 'Estas tareas pueden seguir aquí:',
    nothingOpen: 'No vino ninguna tarea abierta.',
    more: (count) => (count === 1 ? '… y 1 tarea anterior' : `… y ${count} tareas anteriores`),
    addProject: (name, url) =>
      `El proyecto ${name} todavía no está aquí. Primero: /proyecto agregar ${url} ${name}`,
    cloneProject: (name, url) =>
      `El proyecto ${name} no está en esta máquina y sus tareas se quedan en la otra. Sus archivos: git clone ${url} ${name}`,
    noProject: (name) => `El proyecto ${name} no está en esta máquina y sus tareas se quedan en la otra.`,
    worksIn: (name) => `📁 Aquí trabaja en ${name}.`,
    worksElsewhere: (name, here) =>
      `📁 El proyecto ${name} no está aquí; ahora trabaja en ${here}. Todos los proyectos: /proyecto`,
    settings: '⚠️ No pude leer todos sus ajustes: esta máquina tiene una versión anterior. Mira: /estado',
    asksAgain: (count) =>
      `🔐 Lo que allá permitiste siempre, aquí lo pregunto otra vez. Permisos que se quedan allá: ${count}`,
    missing:
      'No está aquí: los cambios sin commit ni push, deshacer, las preguntas abiertas y los comandos en segundo plano. Si la otra máquina se pierde, se pierden también.',
    unsaved: (number, files) => `#${number} cambió sin commit: ${files}`,
    stays: (number) => `#${number} se queda allá: su registro es demasiado grande o está dañado.`,
    failed: `⚠️ No pude traer sus tareas ni lo programado: se quedan en la otra máquina.
Envía otra vez lo que todavía necesites.`,
    waits: `⏳ Este chat espera: su máquina no puede guardar nada.
Tus mensajes no se pierden. Sigo cuando haya espacio en su disco.`,
    notBegun: (number, task) => `#${number} no había empezado: ${task}
Si no empieza aquí sola, envíala otra vez.`,
    ended: (number, task) => `#${number} ya había terminado: ${task}`,
    saidAtEnd: 'Por si no llegó su informe, estas fueron sus últimas palabras:',
    unfinished: `🚧 Estaba en curso en la otra máquina:
Pide otra vez lo que no empiece aquí solo.`,
  },
};
