const english = {
  about: 'Let the agent do small coding tasks, and score the results',
  example: '\nExample: wasap eval --list',
  attempts: `
Each attempt gets its own project, data and git history in a temporary folder.
Nobody answers questions: the answer is no, unless the task allows it.
Exit codes: 0 every attempt was scored; 1 one wasn't; 130 you pressed Ctrl-C.
To write a task of your own: docs/evals.md.

wasap eval secretary measures how often the secretary recommends the right
specialist, with requests in English and Spanish. To use your own requests,
write CONFIG_DIR/evals/secretary.jsonl.
`,
  badDollars: (most: number) => `Write dollars, from 0.01 to ${most}.`,
  badRuns: (most: number) => `Write a whole number from 1 to ${most}.`,
  names: 'tasks (default: all that --list shows)',
  list: 'list the tasks: built in, and yours in CONFIG_DIR/evals',
  model: 'ask this model; costs money (default: AGENT_MODEL)',
  replay: 'use recorded replies from <folder>/<task>.yaml instead of a model',
  maxUsd: 'the most it may cost in all (default: 5)',
  yes: "don't ask before spending money",
  repeat: 'attempts at each task',
  json: 'one JSON object a line, as each attempt ends',
  keep: 'keep the folders of the attempts, and print where they are',
  requireSolved: 'exit code 1 unless every attempt solved its task',
};

const spanish: typeof english = {
  about: 'Da tareas cortas de código al agente, y las puntúa',
  example: '\nEjemplo: wasap eval --list',
  attempts: `
Cada intento tiene su proyecto, datos e historial git en una carpeta temporal.
Nadie contesta las preguntas: la respuesta es no, salvo que la tarea lo permita.
Códigos de salida: 0 cada intento tiene su puntaje; 1 a uno le falta;
130 presionaste Ctrl-C. Para escribir tus propias tareas: docs/evals.md.

wasap eval secretary mide qué tan seguido la secretaria recomienda al
especialista correcto, con pedidos en inglés y español. Para usar tus propios
pedidos, escribe CONFIG_DIR/evals/secretary.jsonl.
`,
  badDollars: (most: number) => `Escribe dólares, de 0.01 a ${most}.`,
  badRuns: (most: number) => `Escribe un número entero de 1 a ${most}.`,
  names: 'tareas (por defecto: todas las que muestra --list)',
  list: 'lista las tareas: las incluidas, y las tuyas de CONFIG_DIR/evals',
  model: 'pregúntale a este modelo; cuesta dinero (por defecto: AGENT_MODEL)',
  replay: 'usa respuestas grabadas de <carpeta>/<tarea>.yaml en vez de un modelo',
  maxUsd: 'lo máximo que puede costar en total (por defecto: 5)',
  yes: 'gasta dinero sin preguntar',
  repeat: 'intentos de cada tarea',
  json: 'un objeto JSON por línea, al terminar cada intento',
  keep: 'conserva las carpetas de los intentos y muestra dónde están',
  requireSolved: 'código de salida 1 si algún intento no resolvió su tarea',
};

export const evalHelp = { en: english, es: spanish };
