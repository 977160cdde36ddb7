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
};
