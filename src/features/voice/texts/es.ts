import type { english } from './en.ts';

export const spanish: typeof english = {
  command: {
    usage: '/voz [sí|no]',
    summary: 'escucha los informes',
    more: 'Cuando termina una tarea, su informe llega también como nota de voz de hasta 30 segundos. El texto siempre llega primero.\n/voz sí - escuchas los informes\n/voz preguntas - escuchas informes y preguntas\n/voz no - otra vez solo texto\nPara lo que no se puede deshacer, nunca acepto un sí por voz.',
  },
  hears: {
    reports: '🔊 Aquí los informes llegan también como notas de voz.',
    questions: '🔊 Informes y preguntas llegan también como notas de voz.',
    nothing: '🔇 Aquí todo llega como texto.',
  },
  howTo: {
    reports: 'También las preguntas: /voz preguntas\nOtra vez solo texto: /voz no',
    questions: 'Solo los informes: /voz sí\nOtra vez solo texto: /voz no',
    nothing: 'Para escuchar los informes de las tareas: /voz sí',
  },
  notSetUp:
    '🔇 No hay ningún servicio de voz configurado.\nEn mi máquina, pon SPEECH_URL en .env y reiníciame.',
  cannotPlay: '🔇 Aquí no se oyen notas de voz. En WhatsApp sí.',
  unknown: 'No conozco esa opción.\nHay: /voz sí, /voz preguntas, /voz no',
  notInGroup: 'En un grupo, solo un dueño puede cambiar esto.',
  trouble: (why) =>
    `🔇 Sin nota de voz: ${why}\nLos informes siguen llegando como texto. Lo sigo intentando. Para dejarlo: /voz no`,
  why: {
    key: 'el servicio de voz rechaza SPEECH_KEY.',
    answer: 'el servicio de voz no mandó un audio que sirva.',
    late: 'el servicio de voz tardó demasiado.',
    unreachable: 'no puedo conectarme con el servicio de voz.',
    long: 'duraría más de 30 s.',
  },
  status: '🔊 Las notas de voz están activas aquí (/voz)',
  spoken: {
    done: (task) => `Listo: ${task}.`,
    untested: (task) => `Listo, pero sin probar: ${task}.`,
    unproven: (task) => `Falta algo: ${task}. El chat dice qué.`,
    parked: (task) => `En pausa: ${task}. El chat dice por qué.`,
    failed: (task) => `Falló: ${task}. El chat dice por qué.`,
    files: (count) => (count === 1 ? 'Cambió un archivo.' : `Cambiaron ${count} archivos.`),
    passed: (count) => (count === 1 ? 'Pasó una prueba.' : `Pasaron ${count} pruebas.`),
    failing: (count) => (count === 1 ? 'Falló una prueba.' : `Fallaron ${count} pruebas.`),
    commits: (count) => (count === 1 ? 'Hice un commit.' : `Hice ${count} commits.`),
    pushed: 'Ya hice push.',
    pullRequest: (number) => `El pull request ${number} está abierto.`,
    claim: 'El agente dice, sin comprobar:',
    forTask: (task) => `Es para la tarea: ${task}.`,
    answer: 'Responde en el chat o con una nota de voz.',
    answerInWriting: 'No se puede deshacer: responde por escrito.',
    dot: 'punto',
    link: 'un enlace',
    secret: 'un secreto',
  },
};
