import type { english } from './en.ts';

export const spanish: typeof english = {
  commands: {
    plan: {
      usage: '/planear <petición>',
      summary: 'prepara un trabajo; nada corre antes de tu "ejecuta"',
      more: 'El modelo lo divide en tareas que se pasan resultados. Las ves todas, con sus valores y lo que se preguntará, y "ejecuta" hace exactamente eso.\nEjemplo: /planear cuenta los TODO de src y anótalos en TODO.md',
    },
    job: {
      usage: '/trabajo [ver | ejecutar | ...] [trabajo]',
      summary: 'trabajos del chat, y guardados',
      more: '/trabajo ejecutar <nombre> muestra un trabajo guardado, /trabajo ejecutar <letras> ejecuta uno que ya viste.\n/trabajo repetir vuelve a hacer lo que ha fallado y lo que por eso no se ha ejecutado, nunca lo que está hecho.\nSin letras es el último. También: /trabajo lista, /trabajo cancelar (o /job).',
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
    more: 'Uno completo: wasap job catalog files.read_lines',
    input: 'Recibe',
    nothing: '(nada)',
    required: 'obligatorio',
    optional: 'opcional',
    output: 'Entrega',
    examples: 'Ejemplos',
  },
  plan: {
    title: (name, tasks) => `📋 ${name}: ${tasks === 1 ? '1 tarea' : `${tasks} tareas`}`,
    step: (number, tasks) =>
      tasks === 1 ? `Paso ${number}` : `Paso ${number}: ${tasks} tareas, ninguna espera a otra`,
    after: (ids) => `después de ${ids}`,
    more: (lines, characters) => {
      const left = `${characters.toLocaleString('es')} ${characters === 1 ? 'carácter' : 'caracteres'} más`;
      if (lines === 0) return `(${left})`;
      return `(${left}, ${lines === 1 ? '1 línea' : `${lines.toLocaleString('es')} líneas`})`;
    },
    moreTasks: (count) => (count === 1 ? '… y 1 tarea más' : `… y ${count} tareas más`),
    effects: {
      reads: (ids) => `👀 Solo mira: ${ids}`,
      writes: (ids) => `✏️ Cambia el proyecto: ${ids}`,
      executes: (ids) => `⚙️ Ejecuta comandos: ${ids}`,
      network: (ids) => `🌐 Sale de esta máquina: ${ids}`,
      asks: (ids) => `✋ Te pregunta: ${ids}`,
    },
    approvals: {
      reads: 'Sin preguntas.',
      writes: 'Pregunta si el archivo está protegido o si has pedido confirmar los cambios.',
      executes: 'Pregunta por cada comando que no esté ya permitido.',
      network: 'Pregunta antes de salir.',
      asks: 'Espera tu respuesta.',
    },
    risks: {
      writes: 'Lo que cambie se puede deshacer con /deshacer.',
      executes: 'Lo que haga un comando no siempre se puede deshacer.',
      network: 'Lo que salga ya no se puede recuperar.',
    },
    faults: 'No se puede ejecutar, y detiene lo que depende de ello:',
    hash: (hash) => `🔑 Plan ${hash}. Todavía no se ha ejecutado nada.`,
  },
  file: { correct: 'Hay que corregir este trabajo:', more: (count) => `y ${count} más` },
  run: {
    asJson: 'Abreviado: --json lo da entero.',
    asked: (requests, tokens) => `Consultas al modelo: ${requests} (${tokens.toLocaleString('es')} tokens).`,
    impossible: (reason) => `Esto no se puede hacer como trabajo: ${reason}`,
    noPlan: (reason) =>
      `No ha salido ningún plan; dilo de otra forma o en pasos más pequeños. El último problema: «${reason}»`,
  },
  chat: {
    report: {
      done: (done, all) =>
        done === all
          ? all === 1
            ? 'La tarea está hecha.'
            : `Las ${all} tareas están hechas.`
          : `Hechas ${done} de ${all} tareas.`,
      stopped: (id, because) => `${id} no se ha ejecutado, porque ${because} ha fallado`,
      notYet: (count) =>
        count === 1
          ? 'Queda 1 tarea por ejecutar. /agent-resume sigue con ella.'
          : `Quedan ${count} tareas por ejecutar. /agent-resume sigue con ellas.`,
      more: (count) => `… y ${count} más`,
      retry: '/trabajo repetir vuelve a hacer lo que ha fallado y lo que por eso no se ha ejecutado.',
    },
    reasons: {
      said: (words) => `la herramienta dijo: «${words}»`,
      rejected: 'la respuesta fue que no; no se ejecutó nada',
      exited: (code, said) => {
        const end = code === null ? 'no terminó por sí solo' : `terminó con código de salida ${code}`;
        return said === '' ? end : `${end}: «${said}»`;
      },
      broken: (id, problems) => `el resultado de ${id} no es el prometido: «${problems}»`,
      noCommand: (name) => `no existe el comando ${name}`,
      noValue: (reference, task) => `${reference}: la tarea ${task} no entregó ese valor`,
      noText: {
        null: (reference) => `${reference}: un valor vacío (null) no puede ir dentro de un texto`,
        list: (reference) => `${reference}: una lista no puede ir dentro de un texto`,
        object: (reference) => `${reference}: un objeto no puede ir dentro de un texto`,
      },
      tooLong: (length, most) =>
        `con los resultados de las tareas anteriores, sus parámetros ocupan ${length.toLocaleString('es')} caracteres; como mucho ${most.toLocaleString('es')}`,
      invalid: (problems) => `sus parámetros no son válidos: «${problems}»`,
      unmade: (why) => `no salieron parámetros válidos: «${why}»`,
    },
    unusable: 'Con los resultados de las tareas anteriores, sus parámetros no servían.',
    changed:
      'Este no es el plan que se mostró: ha cambiado desde entonces, o ha cambiado lo que hacen sus comandos. No se ha ejecutado nada de él. Pide que se prepare otra vez.',
    planning: (id) =>
      `🧭 Preparo el plan del trabajo ${id}. Todavía no se ejecuta nada. /trabajo cancelar ${id} lo descarta.`,
    planningAgain: (id) => `🔄 Me reiniciaron mientras preparaba el trabajo ${id}: empiezo de nuevo.`,
    asking: (id, questions) => `🧭 Preparo el trabajo ${id} · preguntas al modelo: ${questions}`,
    howToRun: (id) =>
      `▶️ "ejecuta", o /trabajo ejecutar ${id}, hace exactamente esto. Las demás preguntas llegarán como siempre. /trabajo cancelar ${id} lo descarta.`,
    whole: (id) => `Abreviado: /trabajo ver ${id} lo muestra entero.`,
    nothingCanRun: (id) => `Ninguna tarea del trabajo ${id} se puede ejecutar. Pídelo con otras palabras.`,
    poll: (id) => `¿Ejecuto el trabajo ${id}?`,
    choices: { run: 'ejecuta', cancel: 'cancela' },
    planned: (cost) => `Preparar el plan ha costado ${cost}.`,
    refused: (id, why) => `❌ No hay plan para el trabajo ${id}. ${why}`,
    broken: 'Algo ha fallado por dentro; está en el registro.',
    cancelled: (id) => `🛑 El trabajo ${id} queda descartado sin haberse ejecutado.`,
    started: (name, id) => `▶️ ${name}: trabajo ${id}.`,
    which: '¿Qué trabajo? Están preparados:',
    oneToRun: (id, name) => `   /trabajo ejecutar ${id} · ${name}`,
    stillPlanning: (id) =>
      `El plan del trabajo ${id} aún no está listo; te lo muestro antes de ejecutar nada.`,
    alreadyRun: (id) =>
      `El trabajo ${id} ya se ha ejecutado, y solo se ejecuta una vez. /trabajo ver ${id} dice en qué quedó, /trabajo repetir ${id} vuelve a hacer lo que ha fallado.`,
    alreadyOver: (id) => `El trabajo ${id} se descartó o no llegó a tener plan. Pídelo otra vez.`,
    otherProject: (id, name) =>
      `El trabajo ${id} se preparó para ${name}, y este chat trabaja en otro proyecto. /proyecto cambiar ${name} vuelve a él.`,
    notYours: (id) => `El trabajo ${id} es de otra persona.`,
    unknown: (id) => `No hay ningún trabajo ${id} en este chat. /trabajo los enumera.`,
    noneToRun:
      'No hay ningún trabajo preparado en este chat. /plan <lo que hay que hacer> prepara uno; /trabajo ejecutar <nombre> usa uno guardado.',
    nothingToCancel:
      'Ningún trabajo de este chat se está preparando ni espera un "ejecuta". Lo que se está ejecutando se detiene con /cancel.',
    nothingToRetry: (id) => `En el trabajo ${id} no ha fallado nada.`,
    notOver: (id) => `El trabajo ${id} aún no ha terminado. /cancel lo detiene.`,
    forgotten: (id) => `Lo que hizo el trabajo ${id} ya no se guarda. Pídelo otra vez.`,
    howToPlan: 'Di qué hay que hacer: /plan lee la versión y anótala en el registro de cambios',
    onlyInTerminal:
      'Los archivos se ejecutan desde la terminal: wasap job run ARCHIVO. Aquí solo valen nombres: /trabajo ejecutar <nombre>.',
    states: {
      planning: 'preparándose',
      planned: 'espera un "ejecuta"',
      refused: 'sin plan',
      cancelled: 'descartado',
      started: 'en marcha',
      queued: 'en cola',
      running: 'en marcha',
      waiting: 'espera una respuesta',
      paused: 'en pausa',
      parked: 'detenido',
      done: 'terminado',
      failed: 'ha fallado',
    },
    list: '📋 Trabajos de este chat:',
    none: 'Aún no hay trabajos en este chat. /plan prepara uno.',
    saved: (names) => `Guardados: ${names}. /trabajo ejecutar <nombre> muestra uno.`,
    noSaved: (names) =>
      `No hay ningún trabajo guardado con ese nombre, ni un trabajo con esas letras. Guardados: ${names}.`,
    replaced: 'Otra tarea ha seguido con este trabajo. /trabajo ver dice en qué quedó.',
    retrying: (id, before, tasks) =>
      `🔁 Trabajo ${id}: lo que queda de ${before} (${tasks === 1 ? '1 tarea' : `${tasks} tareas`}).`,
  },
};
