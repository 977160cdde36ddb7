import type { clusterTexts as english } from './en.ts';

/** `wasap front`, `wasap cell` y `wasap cluster`. */
export const clusterTexts: typeof english = {
  noUrl: `Falta DATABASE_URL.
Varias máquinas necesitan un PostgreSQL: wasap config set DATABASE_URL
En una sola máquina no hace falta: wasap start`,
  wrongUrl: `DATABASE_URL no es la dirección de un PostgreSQL.
Empieza con postgres:// y nombra usuario, host y base de datos.`,
  wrongName: (name) =>
    `${JSON.stringify(name)} no sirve de nombre en el clúster.
Usa hasta 31 minúsculas, dígitos y guiones, empezando con una letra.`,
  wrongMachineName: (name) =>
    `El nombre de esta máquina, ${JSON.stringify(name)}, no sirve en el clúster.
Dale otro: wasap cell --name tienda`,
  away: (seconds) =>
    `PostgreSQL no respondió en ${seconds} s.
Mientras tanto, los fronts guardan los mensajes. Revisa el servidor y DATABASE_URL.`,
  frontReady: (name) => `Front ${name}: conectado a PostgreSQL.`,
  frontWaits: (name) => `Otra máquina tiene ${name}. Tomo el relevo si se cae.`,
  frontTookOver: (name) => `✅ Ahora tengo ${name}, con el vínculo de la otra máquina.`,
  frontReplaced: (name) =>
    `Otra máquina tiene ahora ${name}. Cerré su vínculo.
Iníciame otra vez: espero, y tomo el relevo si se cae.`,
  noSecret: `Falta CLUSTER_SECRET, así que no abro el vínculo.
El vínculo de esta carpeta también está en PostgreSQL y otra máquina puede tenerlo: wasap config set CLUSTER_SECRET`,
  otherFront: (earlier, name) =>
    `Esta carpeta de datos es del front ${earlier}, no de ${name}.
Inícialo con wasap front --name ${earlier}, o usa otra DATA_DIR.`,
  otherCell: (earlier, name) =>
    `Esta carpeta de datos es de la celda ${earlier}, no de ${name}.
Iníciala con wasap cell --name ${earlier}, o usa otra DATA_DIR.`,
  noLock: `Con varias máquinas todavía no se puede usar un bloqueo.
Sus códigos quedarían guardados en el camino. Para quitarlo: wasap lock off`,
  status: {
    nobody: `Aún no hay fronts ni celdas.
Inicia uno en cada máquina: wasap front, wasap cell`,
    columns: {
      kind: 'Tipo',
      name: 'Nombre',
      state: 'Estado',
      chats: 'Chats',
      waiting: 'En espera',
      tasks: 'Tareas',
      today: 'Hoy',
      version: 'Versión',
      cell: 'Celda',
    },
    noChat: 'Ningún chat lleva eso en su nombre.',
    firstChats: (count) => `Los primeros ${count}. Para ver otros, escribe más del nombre.`,
    kind: { cell: 'celda', front: 'front' },
    state: {
      running: 'en marcha',
      draining: 'vaciándose',
      full: 'no guarda nada',
      gone: (seconds) => `sin señal hace ${seconds} s`,
    },
    oldest: (count, seconds) => `${count} (${seconds} s)`,
  },
  move: {
    what: `¿Qué quieres mover?
Un chat: wasap cluster move <conversación> --to <celda>
Todos los de una celda: wasap cluster move --from <celda>`,
    one: (conversation, cell, carried) =>
      `✅ ${conversation} ahora está en ${cell}, con ${carried} mensajes en espera.`,
    begins: (cell, count) => `📦 Chats por mover de ${cell}: ${count}`,
    toContinue: (command) => `Para continuar: ${command}`,
    tryAgain: (command) => `Prueba otra vez: ${command}`,
    left: 'Las tareas de los últimos días siguen con /continuar. Lo que no tiene commit se queda en la otra máquina.',
    handover: {
      done: (conversation) => `⏸ ${conversation}: sus tareas están en pausa y copiadas.`,
      full: (conversation) =>
        `⚠️ ${conversation}: su celda no puede guardar nada.
No pausé sus tareas, y muevo su última copia.`,
      silent: (conversation, seconds) =>
        `⚠️ ${conversation}: sin respuesta en ${seconds} s. Muevo su última copia.`,
      dead: (conversation) => `⚠️ ${conversation}: su celda ya no está. Se mueve con la última copia.`,
    },
    trouble: {
      'no-conversation': `No existe ese chat: no moví nada.
Se escribe con el nombre del front, dos puntos y el chat: soporte:34600111222@s.whatsapp.net`,
      'there-already': 'El chat ya está en esa celda: no moví nada.',
      'moved-already': 'El chat pasó mientras tanto a otra celda.',
      'not-running': `Esa celda no está en marcha: no moví nada ahí.
Iníciala primero: wasap cell --name <nombre>`,
      'no-other-cell': `Ninguna otra celda recibe chats, así que el resto se quedó.
Inicia una, o deja de vaciarla: wasap cluster drain <celda> --end`,
    },
  },
  drain: {
    unknown: (cell) => `No hay ninguna celda ${cell}.\nPara ver las que hay: wasap cluster status`,
    begun: (cell, count) =>
      `✅ ${cell} no recibe chats nuevos; tiene ${count}.
Para moverlos cuando terminen sus tareas: wasap cluster drain ${cell} --move`,
    endOrMove: `Usa --end o --move.
--end le da chats nuevos a la celda, --move le quita los suyos.`,
    onlyWithMove: '--within va con --move: usa los dos.',
    wrongSpan: (text) => `${JSON.stringify(text)} no es un tiempo.
Escribe un número y s, m o h: --within 10m`,
    beginsToMove: (cell, count) => `✅ ${cell} no recibe chats nuevos. Chats por mover: ${count}`,
    waits: (count, minutes) => `⏳ Chats con tareas abiertas: ${count}. En ${minutes} min las pauso.`,
    moved: (count, conversation, to) => `📦 ${count} ${conversation} → ${to}`,
    pace: (moved, all, left) => `⏱️ Chats movidos: ${moved} de ${all}. Faltan unos ${left}.`,
    stays: (conversation, why) => `⚠️ ${conversation} se queda: ${why}`,
    unknownWhy: 'no se pudo mover.',
    stopping: 'Termino los chats que se están moviendo y paro.',
    empty: (cell, count) => `✅ ${cell} ya no tiene chats. Chats movidos: ${count}`,
    thenUpgrade: (cell) => `Ahora detenla, actualízala e iníciala. Después:
wasap cluster drain ${cell} --end`,
    notEmpty: (cell, moved, left) => `⚠️ Chats movidos: ${moved}. Siguen en ${cell}: ${left}`,
    stopped: (cell) => `No recibe chats nuevos.
Para continuar: wasap cluster drain ${cell} --move
Para darle chats otra vez: wasap cluster drain ${cell} --end`,
    tryAgain: (cell) => `Inténtalo otra vez: wasap cluster drain ${cell} --move`,
    ended: (cell) => `✅ ${cell} recibe chats nuevos otra vez.`,
  },
  doctor: {
    database: (ms) => `PostgreSQL responde en ${ms} ms.`,
    clock: (seconds) =>
      `El reloj de PostgreSQL y el de aquí difieren en ${seconds} s.
Ajústalos con NTP.`,
    clockRight: 'Los relojes de PostgreSQL y de esta máquina coinciden.',
    noCell: `Ninguna celda está en marcha: los mensajes esperan.
Inicia una: wasap cell --name <nombre>`,
    cells: (count) => `Celdas en marcha: ${count}.`,
    noFront: `Ningún front está en marcha: nadie puede escribir.
Inicia uno: wasap front`,
    fronts: (count) => `Fronts en marcha: ${count}.`,
    silent: (kind, name, seconds, chats) =>
      `${kind} ${name} no responde hace ${seconds} s; tiene ${chats} chats.`,
    versions: (list) => `Hay versiones distintas en marcha: ${list}.
Actualiza las máquinas una por una.`,
    full: (name) =>
      `La celda ${name} no puede guardar nada: sus chats esperan.
Libera espacio en su disco y siguen por su cuenta.`,
    stuck: (queue, count, seconds) => `${queue}: esperan ${count}, el más antiguo hace ${seconds} s.`,
    flowing: 'Ninguna cola está esperando.',
  },
};
