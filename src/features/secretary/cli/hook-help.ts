const english = {
  about: 'Hooks that other tools call, such as Claude Code',
  example: '\nExample: wasap hook session-start',
  sessionStart: {
    about: 'Print what a new session should know, as JSON, if the secretary mode is aware; else nothing',
    example: '\nExample: wasap hook session-start',
  },
};

const spanish: typeof english = {
  about: 'Hooks que llaman otras herramientas, como Claude Code',
  example: '\nEjemplo: wasap hook session-start',
  sessionStart: {
    about:
      'Escribe lo que una sesión nueva debe saber, como JSON, si el modo de la secretaria es aware; si no, nada',
    example: '\nEjemplo: wasap hook session-start',
  },
};

export const hookHelp = { en: english, es: spanish };
