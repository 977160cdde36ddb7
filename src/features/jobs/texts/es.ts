import { expectationInSpanish } from '../../../core/texts/es/english-sentences.ts';
import type { english, faults as englishFaults, page as englishPage } from './en.ts';

const page: typeof englishPage = {
  label: 'Trabajos',
  title: 'Trabajos',
  count: (jobs) => `${jobs} trabajos`,
  one: '1 trabajo',
  none: 'Aún no hay trabajos. En el chat, prepara uno: ',
  example: '/planear cuenta los TODO de src',
  leftOut: (shown) => `Aquí van solo los últimos ${shown}.`,
  saved: 'Trabajos guardados',
  show: 'Ver su plan',
  showTo: (person) => `Ver su plan en el chat de ${person}`,
  showing: (name) => `Ver el plan de ${name}`,
  oneTask: '1 tarea',
  tasks: (tasks) => `${tasks} tareas`,
  graph: 'Orden',
  drawn: (done, all) => `Tareas hechas: ${done} de ${all}.`,
  listed: 'La lista de tareas dice lo mismo en palabras.',
  tooLarge: 'Son demasiadas tareas para dibujarlas.\nLa lista las tiene todas.',
  noPlan: 'Todavía no hay plan.',
  changed: 'El plan ya no es el que se mostró, así que no puede correr.',
  after: (tasks) => `después de ${tasks}`,
  first: 'no espera a ninguna',
  because: (task) => `omitida: falló ${task}`,
  asks: 'espera una respuesta',
  plan: 'El plan',
  result: 'Resultado',
  whole: 'Ver todo',
  openTask: 'Abrir la tarea',
  state: {
    pending: 'pendiente',
    in_progress: 'en marcha',
    done: 'hecha',
    failed: 'falló',
    skipped: 'omitida',
  },
  facts: {
    name: 'nombre en el chat',
    done: 'tareas hechas',
    planning: 'gastado en el plan',
    project: 'proyecto',
    person: 'para',
    asked: 'pedido',
  },
  actions: (name) => `Qué hacer con ${name}`,
  buttons: { run: 'Ejecutar justo esto', cancel: 'Cancelar', retry: 'Repetir lo que falló' },
};

export const faults: typeof englishFaults = {
  'too-large': (file, most) => `${file}: un trabajo tiene hasta ${most} KB; este archivo pasa de ahí.`,
  'no-file': (file) => `No existe el archivo ${file}.`,
  'too-deep': (file) => `${file}: tiene demasiados niveles.`,
  'too-many-aliases': (file) => `${file}: tiene demasiados alias.`,
  'plan-changed':
    'El plan, o lo que hacen sus comandos, cambió desde que lo viste. No corrí nada. Pide que lo planee otra vez.',
  unknown: (name, folders, names) => `No existe el trabajo ${name} en ${folders}. Hay: ${names}.`,
  'unknown-near': (name, folders, near) =>
    `No existe el trabajo ${name} en ${folders}. ¿Quisiste decir ${near}?`,
  'is-link': (file) => `No puedo leer ${file} como trabajo: es un enlace. Indica el archivo al que lleva.`,
  'is-folder': (file) => `No puedo leer ${file} como trabajo: es una carpeta.`,
  'no-regular-file': (file) => `No puedo leer ${file} como trabajo: no es un archivo normal.`,
  'not-permitted': (file) => `No puedo leer ${file} como trabajo: no tengo permiso para leerlo.`,
  'several-documents': (file) => `${file}: un archivo es un solo trabajo: quita lo que está detrás de ---.`,
  'broken-yaml': (file, why) => `${file} no es YAML válido: «${why}»`,
  'no-jobs': (name, folders) => `No existe el trabajo ${name} en ${folders}. No hay ninguno.`,
  'no-place': (reference) =>
    `${reference}: ningún valor cabe en una línea de comando detrás de $( ), comillas invertidas, <<, un comentario o comillas especiales. Pon el programa en command y el resto en args`,
  correct: 'Corrige antes este trabajo:',
  more: (count) => `y ${count} más`,
  task: (id) => `tarea ${id}`,
  'task-number': (at) => `tarea número ${at}`,
  expected: (what) => expectationInSpanish(what),
  'too-many-tasks': (count, most) =>
    `${count} tareas son demasiadas: un trabajo tiene hasta ${most}. Divídelo en varios.`,
  'input-too-large': (size, most) => `tiene ${size} caracteres; el input de una tarea tiene hasta ${most}`,
  'input-too-deep': (most) => `tiene más de ${most} niveles`,
  'name-taken': (name) => `${name}: ese nombre está reservado`,
  'same-name': (id) => `dos tareas se llaman ${id}`,
  'no-service': (service, hint) => `no existe el servicio ${service}; ${hint}`,
  'no-command': (service, command, hint) => `${service} no tiene el comando ${command}; ${hint}`,
  near: (name) => `¿quisiste decir ${name}?`,
  'there-are': (names) => `hay: ${names}`,
  'waits-for-itself': 'una tarea no puede esperarse a sí misma',
  'no-task': (id) => `no existe la tarea ${id}`,
  'no-task-near': (id, near) => `no existe la tarea ${id}; ¿quisiste decir ${near}?`,
  parameters: (problems) => `Los parámetros no son válidos: «${problems}»`,
  'too-many-prompts': (count, most) =>
    `${count} tareas tienen prompt; el máximo es ${most}, porque cada una es un pedido al modelo`,
  ring: (ids) => `estas tareas se esperan entre sí: ${ids}`,
  'too-long-chain': (count, most) => `${count} tareas se esperan en fila; el máximo es ${most}`,
  'reference-taken': (reference, name) => `${reference}: ${name} está reservado`,
  'reference-itself': (reference) => `${reference}: una tarea no puede referirse a sí misma`,
  'reference-no-task': (reference, id) => `${reference}: no existe la tarea ${id}`,
  'reference-no-item': (reference, place, field) =>
    `${reference}: ${place} no tiene ${field}; tiene números desde 0`,
  'reference-no-field': (reference, place, field) => `${reference}: ${place} no tiene ${field}`,
  'reference-other-fields': (reference, place, field, names) =>
    `${reference}: ${place} no tiene ${field}; tiene ${names}`,
  'reference-in-text': (reference, types) => `${reference}: ${types} no puede ir dentro de un texto`,
  'reference-type': (reference, types, expected) => `${reference}: es ${types}, y aquí va ${expected}`,
  or: (names, name) => `${names} o ${name}`,
};

export const spanish: typeof english = {
  commands: {
    plan: {
      usage: '/planear <pedido>',
      summary: 'prepara un trabajo',
      more: 'El modelo divide tu pedido en tareas que se pasan resultados. Las ves todas, con sus valores y lo que van a preguntar.\nNada corre antes de que digas "ejecuta", y entonces corre exactamente eso.\nEjemplo: /planear cuenta los TODO de src y anótalos en TODO.md',
    },
    job: {
      usage: '/trabajo [lista | ...]',
      summary: 'tus trabajos',
      more: '/trabajo ejecutar <nombre> - muestra un trabajo guardado\n/trabajo ejecutar <letras> - ejecuta uno que ya viste\n/trabajo repetir - vuelve a hacer lo que falló y lo que dependía de eso, nunca lo que está listo\n/trabajo cancelar - detén uno\nSin letras, es el último trabajo.',
    },
  },
  catalog: {
    command: 'Comando',
    effect: 'Efecto',
    description: 'Qué hace',
    effects: {
      reads: 'lee',
      writes: 'escribe',
      executes: 'ejecuta',
      network: 'red',
      asks: 'pregunta',
      varies: 'depende',
    },
    more: 'Para ver uno completo: wasap job catalog files.read_lines',
    input: 'Recibe',
    nothing: '(nada)',
    required: 'obligatorio',
    optional: 'opcional',
    output: 'Devuelve',
    examples: 'Ejemplos',
    unknown: (name) => `No hay ningún servicio ni comando ${name}.`,
    near: (name) => `¿Quisiste decir ${name}?`,
    services: (names) => `Hay estos: ${names}`,
  },
  plan: {
    title: (name, tasks) => `📋 ${name}: ${tasks === 1 ? '1 tarea' : `${tasks} tareas`}`,
    step: (number, tasks) =>
      tasks === 1 ? `Paso ${number}` : `Paso ${number}: ${tasks} tareas, en cualquier orden`,
    after: (ids) => `después de ${ids}`,
    more: (lines, characters) => {
      const left = `${characters.toLocaleString('es')} ${characters === 1 ? 'carácter' : 'caracteres'} más`;
      if (lines === 0) return `(${left})`;
      return `(${left}, ${lines === 1 ? '1 línea' : `${lines.toLocaleString('es')} líneas`})`;
    },
    moreTasks: (count) => (count === 1 ? '… y 1 tarea más' : `… y ${count} tareas más`),
    effects: {
      reads: (ids) => `👀 Solo lee: ${ids}`,
      writes: (ids) => `✏️ Cambia el proyecto: ${ids}`,
      executes: (ids) => `⚙️ Corre comandos: ${ids}`,
      network: (ids) => `🌐 Usa la red: ${ids}`,
      asks: (ids) => `✋ Te pregunta: ${ids}`,
    },
    approvals: {
      reads: 'No pregunto.',
      writes: 'Pregunto por archivos protegidos, y por cada cambio si así lo quieres.',
      executes: 'Pregunto por cada comando que aún no esté permitido.',
      network: 'Pregunto antes.',
      asks: 'Espero tu respuesta.',
    },
    risks: {
      writes: 'Los archivos que cambie se recuperan con /deshacer.',
      executes: 'Lo que haga un comando no siempre se puede deshacer.',
      network: 'Lo que se envíe ya no vuelve.',
    },
    faults: 'Estas no pueden correr, ni lo que depende de ellas:',
  },
  run: {
    asJson: 'Abreviado. Completo: --json',
    asked: (requests, tokens) =>
      `Le pregunté al modelo ${requests === 1 ? 'una vez' : `${requests} veces`}: ${tokens.toLocaleString('es')} tokens.`,
    impossible: (reason) => `Esto no se puede hacer como trabajo: ${reason}`,
    noPlan: (reason) =>
      `El modelo no dio un plan que sirva.\nDilo con otras palabras o en pasos más chicos. El último problema: «${reason}»`,
    stopped: 'Detenido. No planeé nada.',
    noAnswer: (kind, detail) =>
      `El modelo no respondió (${kind}). No planeé nada.\nPrueba otra vez. El servidor dijo: «${detail}»`,
  },
  chat: {
    report: {
      done: (done, all) =>
        done === all
          ? all === 1
            ? 'La tarea está hecha.'
            : `Las ${all} tareas están hechas.`
          : `Hechas: ${done} de ${all} tareas.`,
      stopped: (id, because) => `${id}: la salté, porque falló ${because}`,
      notYet: (count) =>
        count === 1
          ? 'Falta 1 tarea. Para seguir: /continuar'
          : `Faltan ${count} tareas. Para seguir: /continuar`,
      more: (count) => `… y ${count} más`,
      retry: 'Para repetir lo que falló y lo que salté: /trabajo repetir',
    },
    reasons: {
      said: (words) => `la herramienta dijo: «${words}»`,
      rejected: 'rechazado, así que no corrió nada',
      exited: (code, said) => {
        const end = code === null ? 'se detuvo antes de terminar' : `código de salida ${code}`;
        return said === '' ? end : `${end}: «${said}»`;
      },
      broken: (id, problems) => `${id} devolvió algo inesperado: «${problems}»`,
      noCommand: (name) => `no existe el comando ${name}`,
      noValue: (reference, task) => `${reference}: la tarea ${task} no devolvió ese valor`,
      noText: {
        null: (reference) => `${reference}: un valor vacío (null) no puede ir dentro de un texto`,
        list: (reference) => `${reference}: una lista no puede ir dentro de un texto`,
        object: (reference) => `${reference}: un objeto no puede ir dentro de un texto`,
      },
      tooLong: (length, most) =>
        `con los resultados anteriores, sus parámetros tienen ${length.toLocaleString('es')} caracteres; el máximo es ${most.toLocaleString('es')}`,
      invalid: (problems) => `sus parámetros están mal: «${problems}»`,
      unmade: (why) => `el modelo no dio parámetros que sirvan: «${why}»`,
    },
    unusable: 'los resultados anteriores no le dieron parámetros que sirvan',
    changed:
      'Este no es el plan que viste, así que no lo ejecuto.\nCambió el plan, o lo que hacen sus comandos. Pídelo otra vez: /planear <pedido>',
    planning: (id) =>
      `🧭 Preparo el plan del trabajo ${id}. Aún no corre nada.\nPara cancelar: /trabajo cancelar ${id}`,
    planningAgain: (id) => `🔄 Me reiniciaron. Preparo otra vez el trabajo ${id}.`,
    asking: (id, questions) =>
      `🧭 Preparo el trabajo ${id} · pregunté al modelo ${questions === 1 ? 'una vez' : `${questions} veces`}`,
    howToRun: (id) =>
      `▶️ Aún no corrió nada. Para hacer justo esto: "ejecuta"\nO /trabajo ejecutar ${id}. Igual te pregunto donde necesite tu permiso.\nPara cancelar: /trabajo cancelar ${id}`,
    whole: (id) => `Abreviado. Completo: /trabajo ver ${id}`,
    nothingCanRun: (id) => `Ninguna tarea del trabajo ${id} puede correr.\nPrueba con otras palabras.`,
    poll: (id) => `¿Ejecuto el trabajo ${id}?`,
    choices: { run: 'ejecuta', cancel: 'cancela' },
    planned: (cost) => `Preparar el plan costó ${cost}.`,
    refused: (id, why) => `❌ No hay plan para el trabajo ${id}.\n${why}`,
    broken: 'Algo falló de mi lado. Los detalles están en el log.',
    cancelled: (id) => `🛑 Cancelé el trabajo ${id}. No corrió nada.`,
    which: '¿Qué trabajo? Estos están listos:',
    oneToRun: (id, name) => `   /trabajo ejecutar ${id} · ${name}`,
    named: (id) => `/trabajo ejecutar ${id} · /trabajo cancelar ${id}`,
    stillPlanning: (id) => `Todavía preparo el trabajo ${id}.\nVas a ver el plan antes de que corra algo.`,
    alreadyRun: (id) =>
      `El trabajo ${id} ya corrió, y solo corre una vez.\nSus resultados: /trabajo ver ${id}\nPara repetir lo que falló: /trabajo repetir ${id}`,
    alreadyOver: (id) =>
      `El trabajo ${id} se canceló o no llegó a tener plan.\nPídelo otra vez: /planear <pedido>`,
    otherProject: (id, name) =>
      `El trabajo ${id} es de ${name}, y este chat está en otro proyecto.\nVuelve antes: /proyecto cambiar ${name}`,
    notYours: (id) => `El trabajo ${id} es de otra persona.`,
    unknown: (id) => `No hay un trabajo ${id} en este chat. Míralos: /trabajo`,
    noneToRun:
      'Aquí no hay ningún trabajo listo.\nPrepara uno: /planear <pedido>\nO usa uno guardado: /trabajo ejecutar <nombre>',
    nothingToRetry: (id) => `En el trabajo ${id} no falló nada.`,
    notOver: (id) => `El trabajo ${id} aún no termina. Para detenerlo: /cancelar`,
    forgotten: (id) => `Ya no tengo los resultados del trabajo ${id}.\nPídelo otra vez: /planear <pedido>`,
    howToPlan: '¿Qué preparo? Por ejemplo:\n/planear lee la versión y anótala en el changelog',
    onlyInTerminal:
      'Aquí solo corro trabajos guardados.\nUno guardado: /trabajo ejecutar <nombre>\nUn archivo, desde la terminal: wasap job run ARCHIVO',
    states: {
      planning: 'preparándose',
      planned: 'espera un "ejecuta"',
      refused: 'sin plan',
      cancelled: 'cancelado',
      started: 'en marcha',
      queued: 'en cola',
      running: 'en marcha',
      waiting: 'espera una respuesta',
      paused: 'en pausa',
      parked: 'detenido',
      done: 'terminado',
      failed: 'falló',
    },
    list: '📋 Trabajos de este chat:',
    none: 'Todavía no hay trabajos en este chat.\nPrepara uno: /planear cuenta los TODO de src y anótalos en TODO.md',
    saved: (names) => `Trabajos guardados: ${names}\nPara ver uno: /trabajo ejecutar <nombre>`,
    noSaved: (names) =>
      `No hay ningún trabajo con ese nombre ni con esas letras.\nTrabajos guardados: ${names}`,
    replaced: 'Otra tarea siguió con este trabajo.\nSus resultados: /trabajo ver',
    retrying: (id, before, tasks) =>
      `🔁 Trabajo ${id}: ${tasks === 1 ? 'falta 1 tarea' : `faltan ${tasks} tareas`} de ${before}`,
  },
  unfinished: (request) => `Un plan: ${request}`,
  page,
  faults,
};
