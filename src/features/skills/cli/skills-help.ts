const english = {
  about: "List and show skills, the project's and your own",
  workspace: 'the project (default: PROJECT_ROOT)',
  example: '\nExample: wasap skills list',
  list: {
    about: 'List the skills, what each is for, and folders that cannot be used',
    example: '\nExample: wasap skills list',
    json: 'as {"skills","unusable"}',
  },
  show: {
    name: 'as pdf, /pdf, plugin:pdf or apps:web:pdf',
    about: 'Print one as tasks load it, with its files; exit code 1 if there is none',
    example: '\nExample: wasap skills show pdf',
  },
};

const spanish: typeof english = {
  about: 'Lista y muestra skills, del proyecto y tuyas',
  workspace: 'el proyecto (por defecto: PROJECT_ROOT)',
  example: '\nEjemplo: wasap skills list',
  list: {
    about: 'Lista las skills, para qué es cada una, y carpetas que no sirven',
    example: '\nEjemplo: wasap skills list',
    json: 'como {"skills","unusable"}',
  },
  show: {
    name: 'como pdf, /pdf, plugin:pdf o apps:web:pdf',
    about: 'Muestra una como la cargan las tareas, con sus archivos; código de salida 1 si no existe',
    example: '\nEjemplo: wasap skills show pdf',
  },
};

export const skillsHelp = { en: english, es: spanish };
