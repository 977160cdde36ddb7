const english = {
  about: 'Plan and run jobs: tasks that pass results on',
  example: '\nExample: wasap job run project-notes',
  catalog: {
    about: 'List what a task of a job can do: services and their commands',
    example: '\nExample: wasap job catalog files',
    command: 'one service, or one command in full: files, files.read_lines',
    json: 'the same as JSON, with the schemas of input and output',
  },
  plan: {
    about: 'Turn a request into a job and show it; runs nothing',
    example: '\nExample: wasap job plan "count the TODOs in src"',
    request: 'in quotes',
    json: 'the plan as JSON',
    mermaid: 'the plan as a flow chart in Mermaid',
  },
  run: {
    about: 'Show a saved job, and run it when you say so',
    example: '\nExample: wasap job run project-notes',
    job: 'a file, or the name of a job in CONFIG_DIR/jobs or of a built-in one',
    plan: 'only show order, values and questions; asks the model if the job is just a prompt',
    json: 'the plan as JSON',
    mermaid: 'the plan as a flow chart in Mermaid',
  },
};

const spanish: typeof english = {
  about: 'Planea y corre jobs: tareas que se pasan resultados',
  example: '\nEjemplo: wasap job run project-notes',
  catalog: {
    about: 'Lista lo que puede hacer una tarea de un job: servicios y sus comandos',
    example: '\nEjemplo: wasap job catalog files',
    command: 'un servicio, o un comando completo: files, files.read_lines',
    json: 'lo mismo como JSON, con los esquemas de entrada y salida',
  },
  plan: {
    about: 'Convierte un pedido en un job y lo muestra; no ejecuta nada',
    example: '\nEjemplo: wasap job plan "cuenta los TODO de src"',
    request: 'entre comillas',
    json: 'el plan como JSON',
    mermaid: 'el plan como diagrama de flujo en Mermaid',
  },
  run: {
    about: 'Muestra un job guardado, y lo corre cuando tú digas',
    example: '\nEjemplo: wasap job run project-notes',
    job: 'un archivo, o el nombre de un job de CONFIG_DIR/jobs o incluido',
    plan: 'solo muestra orden, valores y preguntas; consulta al modelo si el job es solo un texto',
    json: 'el plan como JSON',
    mermaid: 'el plan como diagrama de flujo en Mermaid',
  },
};

export const jobHelp = { en: english, es: spanish };
