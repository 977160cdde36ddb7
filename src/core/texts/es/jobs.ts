import type { jobTexts as English } from '../en/jobs.ts';

export const jobTexts: typeof English = {
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
};
