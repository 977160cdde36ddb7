import type { faults as EnglishFaults, english } from './en.ts';

export const faults: typeof EnglishFaults = {
  'file-exists': (path) => `${path} ya existe: lo dejé como está. Indica otro archivo.`,
  'not-written': (path, why) => `No puedo escribir ${path}: «${why}». Indica otro lugar.`,
};

export const spanish: typeof english = {
  headings: {
    task: 'Tarea',
    plan: (hash) => `Plan ${hash}`,
    told: 'Lo que se le dijo al modelo',
    round: (round) => `Ronda ${round}`,
    closing: 'Palabras finales',
    otherModel: 'Otro modelo',
    foldedHistory: 'Historial resumido',
    otherQuestions: 'Otras preguntas',
    outcome: 'Resultado',
  },
  session: (id, number) => `Sesión: ${id}${number === 0 ? '' : ` (#${number})`}`,
  status: (status) => `Estado: ${status}`,
  when: (start, end) => `Cuándo: de ${start} a ${end ?? 'sin terminar'} (UTC)`,
  where: (folder, project) => `Dónde: ${folder}${project === undefined ? '' : `, aparte de ${project}`}`,
  chat: (chat, owner, cron) =>
    `Chat: ${chat}, empezada por ${owner}${cron === undefined ? '' : ` con la programación ${cron}`}`,
  model: (model) => `Modelo: ${model}`,
  rounds: (rounds, cost, tokens) => `Rondas: ${rounds} · ${cost ?? 'costo desconocido'} · ${tokens} tokens`,
  otherModel: (messages) =>
    `Desde aquí, otro modelo siguió con los primeros ${messages} mensajes, sin lo que pensó el anterior.`,
  folded: {
    summary: (messages) =>
      `Desde aquí, el modelo vio este resumen en lugar de los primeros ${messages} mensajes.`,
    digest: (messages) =>
      `Desde aquí, el modelo vio este esquema en lugar de los primeros ${messages} mensajes.`,
  },
  call: {
    waiting: 'espera una respuesta',
    unfinished: 'sin terminar',
    done: (time) => `hecho, ${time}`,
    failed: (time) => `falló, ${time}`,
    result: 'Resultado:',
  },
  question: {
    asked: (id, time) => `Pregunta ${id}, hecha el ${time}:`,
    pending: (who) => `Espera una respuesta de ${who}.`,
    approved: (who, time, scope) =>
      `Permitida por ${who}${time === undefined ? '' : ` el ${time}`}${scope === undefined ? '' : ` (${scope})`}`,
    rejected: (who, time) => `Rechazada por ${who}${time === undefined ? '' : ` el ${time}`}`,
    expired: (time) => `Nadie respondió; venció${time === undefined ? '' : ` el ${time}`}.`,
    withdrawn: (time) => `Retirada${time === undefined ? '' : ` el ${time}`}.`,
  },
  wrote: (path) => `Escribió ${path}`,
  committed: (hash) => `Commit ${hash}`,
  cut: (characters) => `(${characters} caracteres más; están con \`--format jsonl\`.)`,
  faults,
};
