const english = {
  about: 'Show the newest lines of the log, and follow it with -f',
  last: 'how many lines at most',
  follow: 'show new lines as they come, until Ctrl-C',
  level: 'lines of this level and above',
  session: 'lines of one task, as wasap sessions names it',
  json: 'lines as they are in the file',
  example: '\nExample: wasap logs -f --level warn\nTimes are in UTC.',
};

const spanish: typeof english = {
  about: 'Muestra lo último del log, y lo sigue con -f',
  last: 'cuántas líneas como máximo',
  follow: 'muestra las líneas nuevas al llegar, hasta Ctrl-C',
  level: 'líneas de este nivel y superiores',
  session: 'líneas de una tarea, como la nombra wasap sessions',
  json: 'las líneas tal como están en el archivo',
  example: '\nEjemplo: wasap logs -f --level warn\nLas horas están en UTC.',
};

export const logsHelp = { en: english, es: spanish };
