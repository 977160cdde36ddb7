import type { commandTexts as English } from '../en/commands.ts';

export const commandTexts: typeof English = {
  'agent-resume': {
    usage: '/continuar [#n] [+1] [pista]',
    summary: 'sigue con una tarea',
    more: 'Sin nada más, sigue con la última tarea que se detuvo.\n/continuar #2 agrega pruebas - sigue con la tarea 2, aunque esté lista\n/continuar +1 - permite un dólar más\n/continuar deja la documentación - sigue con esa pista\nUn id de /tareas sirve igual que un número.',
  },
  cancel: {
    usage: '/cancelar [#n | todas]',
    summary: 'detén una tarea',
    first: '🛑 Detenme: para',
    more: 'Los archivos quedan como están. /continuar sigue después.\nTambién sirve "para", "detente" o "basta" sin más. Y "para la 2", "para todo".',
  },
};
