import type { jobCommandTexts as English } from '../en/job-commands.ts';

export const jobCommandTexts: typeof English = {
  plan: {
    usage: '/plan <petición>',
    summary: 'prepara un trabajo; nada se ejecuta antes de tu "ejecuta"',
    more: 'El modelo lo divide en tareas que se pasan resultados. Las ves todas, con sus valores y lo que se preguntará, y "ejecuta" hace exactamente eso.\nEjemplo: /plan cuenta los TODO de src y anótalos en TODO.md',
  },
  job: {
    usage: '/job [list|show|run|cancel|retry] [trabajo]',
    summary: 'trabajos del chat, y guardados',
    more: '/job run <nombre> muestra un trabajo guardado, /job run <letras> ejecuta uno que ya viste.\n/job retry repite lo que ha fallado y lo que por eso no se ha ejecutado, nunca lo que está hecho.\nSin letras es el último. También vale /trabajo, con ver, ejecutar, cancelar o repetir.',
  },
};
