import type { approvalTexts as English } from '../en/approvals.ts';

export const approvalTexts: typeof English = {
  headline: {
    run_command: '❓ ¿Ejecuto este comando?',
    write_source_file: '❓ ¿Escribo este archivo?',
    apply_patch: '❓ ¿Hago este cambio?',
    move_file: '❓ ¿Muevo este archivo?',
    delete_file: '❓ ¿Borro este archivo?',
    git_commit: '❓ ¿Hago este commit?',
    git_push: '❓ ¿Hago este push?',
    git_create_branch: '❓ ¿Creo esta rama?',
    git_fetch: '❓ ¿Hago fetch de este remoto?',
    git_integrate: '❓ ¿Cambio esta rama?',
    git_stash: '❓ ¿Guardo estos cambios en el stash?',
    git_create_pr: '❓ ¿Abro este pull request?',
    switch_workspace: '❓ ¿Paso este chat a este proyecto?',
    manage_process: '❓ ¿Hago esto con un proceso en marcha?',
    remember:
      '❓ ¿Lo guardo para después?\nLo van a leer las próximas tareas. Con /recuerda deshacer lo olvido.',
    create_cron: '⏰ ¿Programo esto?',
    delete_cron: '❓ ¿Borro esta programación?',
    web_fetch: '❓ ¿Leo esta página?',
    web_search: '❓ ¿Busco esto en la web?',
    request_user_approval: '❓ Necesito que decidas',
    undo_task: '❓ ¿Deshago esta tarea?',
    undo: '❓ ¿Hago un commit que revierta esto?',
    money_limit: '💰 Esta tarea llegó a su límite de dinero',
    other: '❓ ¿Hago esto?',
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
    no: 'no cambia nada fuera de git',
    unknown: 'puede cambiar cosas fuera de git',
  },
  network: { yes: 'usa la red', no: 'sin red', unknown: 'puede usar la red' },
  undoable: {
    yes: 'se puede deshacer',
    files: '/deshacer recupera archivos, menos ignorados y grandes',
    no: 'no se puede deshacer',
    unknown: 'quizá no se pueda deshacer',
  },
  grants: {
    'project-script':
      'El "sí" también vale en esta tarea para los demás scripts del proyecto, con el mismo acceso.',
    fetch: 'El "sí" también vale para los próximos fetch de esta dirección en esta tarea.',
    push: 'El "sí" también vale para los próximos push de esta rama en esta tarea.',
    'pull-request': 'El "sí" vale para todos los pull requests de esta tarea.',
  },
  askedOwner: (command) => `🙋 Solo un dueño puede permitirlo. Ya pregunté: ${command}`,
  ofMember: (who) => `(una tarea de +${who})`,
  ofAgent: (name) => `🤖 (una tarea del agente ${name}, por MCP)`,
  atTerminal: 'quien está en la terminal',
  answeredBy: {
    yes: (who, question) => `✅ ${who} permitió ${question}`,
    no: (who, question) => `❌ ${who} rechazó ${question}`,
  },
  reminder: (code) => `⏳ Sigo esperando tu respuesta a ${code}.`,
  expired: (code) =>
    `⌛ Nadie respondió ${code} en 7 días: lo tomé como un no.\nNo hice nada. Para seguir con la tarea: /continuar`,
  undoHint: '↩️ Para deshacerlo: /deshacer',
};
