import type { approvalTexts as English } from '../en/approvals.ts';

export const approvalTexts: typeof English = {
  headline: {
    run_command: '❓ ¿Puedo ejecutar este comando?',
    write_source_file: '❓ ¿Puedo escribir este archivo?',
    apply_patch: '❓ ¿Puedo hacer este cambio?',
    move_file: '❓ ¿Puedo mover este archivo?',
    delete_file: '❓ ¿Puedo borrar este archivo?',
    git_commit: '❓ ¿Puedo hacer este commit?',
    git_push: '❓ ¿Puedo hacer este push?',
    git_create_branch: '❓ ¿Puedo crear esta rama?',
    git_fetch: '❓ ¿Puedo traer los cambios de este remoto?',
    git_integrate: '❓ ¿Puedo cambiar esta rama?',
    git_stash: '❓ ¿Puedo apartar estos cambios?',
    git_create_pr: '❓ ¿Puedo abrir este pull request?',
    switch_workspace: '❓ ¿Puedo pasar este chat a este proyecto?',
    manage_process: '❓ ¿Puedo hacer esto con un proceso en marcha?',
    remember: '❓ ¿Lo apunto? Vale a partir de la próxima tarea; /recuerda deshacer lo retira.',
    create_cron: '⏰ ¿Puedo programar esto?',
    delete_cron: '❓ ¿Puedo borrar esta programación?',
    request_user_approval: '❓ Necesito tu decisión',
    undo: '❓ ¿Hago un commit que revierta esto?',
    money_limit: '💰 Se alcanzó el límite de dinero de esta tarea',
    other: '❓ ¿Puedo hacer esto?',
  },
  longCommand: (length, end) =>
    end === undefined
      ? `📏 ${length} caracteres; al final hay una sola palabra larga`
      : `📏 ${length} caracteres; termina con ${end}`,
  forTask: (task) => `Es para la tarea: ${task}`,
  said: (words) => `💬 El agente dice: ${words}`,
  why: (reason) => `Por qué pregunto: ${reason}`,
  risk: 'Si dices que sí:',
  writesOutsideGit: {
    yes: 'cambia cosas que git no puede recuperar',
    no: 'toca solo lo que git guarda',
    unknown: 'puede cambiar cosas fuera de git',
  },
  network: { yes: 'usa la red', no: 'sin red', unknown: 'puede usar la red' },
  undoable: { yes: 'se puede deshacer', no: 'no se puede deshacer', unknown: 'quizá no se pueda deshacer' },
  grants: {
    'project-script':
      'Un sí vale para todos los scripts del propio proyecto en esta tarea que no lleguen más lejos que este.',
    fetch: 'Un sí vale para cada fetch de esta dirección en esta tarea.',
    push: 'Un sí vale para cada push de esta rama en esta tarea.',
    'pull-request': 'Un sí vale para los pull requests de esta tarea.',
  },
  askedOwner: (command) => `🙋 Esto necesita el sí de un dueño; ya pregunté: ${command}`,
  ofMember: (who) => `(una tarea de +${who})`,
  answeredBy: {
    yes: (who, question) => `✅ +${who} dijo que sí a ${question}`,
    no: (who, question) => `❌ +${who} dijo que no a ${question}`,
  },
  reminder: (code) => `⏰ Sigo esperando tu respuesta a ${code}.`,
  expired: (code) =>
    `⌛ Nadie respondió ${code} en 7 días: cuenta como no y no se hizo nada. /agent-resume sigue con la tarea.`,
  undoHint: '↩️ /deshacer lo revierte.',
};
