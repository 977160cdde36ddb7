const english = {
  about: 'Show what ran and what was refused; verify the record',
  example: '\nExample: wasap audit --denied',
  last: 'how many to show',
  denied: 'show only what was blocked or rejected',
  slow: 'show what took more than 10 s, slowest first',
  session: 'show one task or talk',
  sessions: "show each person's tasks, with successes and failures",
  json: 'as JSON',
  verify: {
    about: 'Check that nobody changed, removed, added or moved an entry; exit code 1 if somebody did',
    example: '\nExample: wasap audit verify',
    json: 'as JSON',
  },
};

const spanish: typeof english = {
  about: 'Muestra qué se ejecutó y qué se rechazó; verifica todo',
  example: '\nEjemplo: wasap audit --denied',
  last: 'cuántos mostrar',
  denied: 'muestra solo lo bloqueado o rechazado',
  slow: 'muestra lo que tardó más de 10 s, lo más lento primero',
  session: 'muestra una tarea o charla',
  sessions: 'muestra las tareas de cada persona, con éxitos y fallas',
  json: 'como JSON',
  verify: {
    about:
      'Revisa que nadie cambió, quitó, agregó o movió una entrada; código de salida 1 si alguien lo hizo',
    example: '\nEjemplo: wasap audit verify',
    json: 'como JSON',
  },
};

export const auditHelp = { en: english, es: spanish };
