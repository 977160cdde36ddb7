import type { english } from './en.ts';

export const spanish: typeof english = {
  commands: {
    policy: {
      usage: '/politica [revocar <n | todo>]',
      summary: 'qué corre sin preguntar',
      more: 'Lo decides al responder una pregunta: una vez, en esta tarea, o siempre aquí.\n/politica revocar 3 - quita el número 3 al momento, también a una tarea en marcha',
    },
  },
  label: 'Reglas',
  title: 'Reglas',
  tryTitle: 'Probar un comando',
  line: 'Línea de comando',
  project: 'Proyecto',
  tryIt: 'Probar',
  runsNothing: 'Solo decido, como en una tarea. No se ejecuta nada.',
  noProject: 'Aquí no hay ningún proyecto que puedas ver.',
  why: 'por qué',
  rule: 'regla',
  risk: 'después de un sí',
  read: 'Así lo leo',
  wouldRun: 'Lo que arrancaría, palabra por palabra',
  rules: 'Reglas',
  commandCount: (count) => `Comandos en la lista: ${count}`,
  grants: 'Permitido por personas',
  noGrants: 'No hay nada permitido fuera de la lista.\nLo que permitas para una tarea o siempre sale aquí.',
  revoke: 'Retirar',
  revokeWhat: (what) => `Retirar: ${what}`,
  by: (person) => `por ${person}`,
};
