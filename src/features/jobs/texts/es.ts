import type { english } from './en.ts';
import { faults } from './faults-es.ts';
import { page } from './page-es.ts';

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
  page,
  faults,
};
