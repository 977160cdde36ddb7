const english = {
  about: 'Tell what happened in a task, from request to outcome',
  example: '\nExample: wasap export "#2" --output task.md',
  session: 'id from /sessions, or #2 if only one chat has a task 2 (default: list the newest tasks)',
  format: 'markdown to read, jsonl with nothing cut',
  output: 'write to a new file that only you can read',
};

const spanish: typeof english = {
  about: 'Cuenta qué pasó en una tarea, del pedido al resultado',
  example: '\nEjemplo: wasap export "#2" --output tarea.md',
  session: 'id de /tareas, o #2 si solo un chat tiene una tarea 2 (por defecto: lista las tareas más nuevas)',
  format: 'markdown para leer, jsonl sin cortar nada',
  output: 'lo escribe en un archivo nuevo que solo tú puedes leer',
};

export const exportHelp = { en: english, es: spanish };
