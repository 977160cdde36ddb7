import type { jobCommandTexts as English } from '../en/job-commands.ts';

export const jobCommandTexts: typeof English = {
  plan: {
    usage: '/plan <petición>',
    summary: 'prepara un trabajo; nada se ejecuta antes de tu "ejecuta"',
    more: 'El modelo lo divide en tareas que se pasan resultados. Las ves todas, con sus valores y lo que se preguntará, y "ejecuta" hace exactamente eso.\nEjemplo: /plan cuenta los TODO de src y anótalos en TODO.md',
  },
  job: {
    usage: '/trabajo [ver | ejecutar | ...] [trabajo]',
    summary: 'trabajos del chat, y guardados',
    more: '/trabajo ejecutar <nombre> muestra un trabajo guardado, /trabajo ejecutar <letras> ejecuta uno que ya viste.\n/trabajo repetir vuelve a hacer lo que ha fallado y lo que por eso no se ha ejecutado, nunca lo que está hecho.\nSin letras es el último. También: /trabajo lista, /trabajo cancelar (o /job).',
  },
};
