import type { english } from './en.ts';

export const spanish: typeof english = {
  begin: '¿Empiezo esto como tarea?',
  continue: (task) => `¿Sigo con ${task}?`,
  choices: { begin: '1 sí · 2 no', continue: '1 sí · 2 no, solo respóndeme' },
  typed: (code) => `(o: sí ${code}, no ${code})`,
  named: (code) => `sí ${code} · no ${code}`,
  dropped: '👍 Bien, no empecé nada.',
  begunBefore: 'Ya dijiste que sí, así que ya empecé.',
  tooOld: 'Esa pregunta tiene más de un día.\nDilo otra vez, o manda /agente <tarea>.',
  otherProject: (was, now) =>
    `Eso era de ${was}, y este chat ya está en ${now}.\nManda /proyecto cambiar ${was} y responde otra vez.`,
  afresh: '🆕 Empezamos de cero. Dejo atrás lo que hablamos.\nLas tareas en marcha siguen.',
  newCommand: {
    usage: '/nuevo [pregunta]',
    summary: 'empieza otra conversación',
    more: 'Lo que se habló antes aquí ya no cuenta. Lo que anoté para ti se queda, y las tareas en marcha siguen.\nEjemplo: /nuevo ¿cómo están organizadas las pruebas?',
  },
  languageCommand: {
    usage: '/idioma [en | es | auto]',
    summary: 'mi idioma',
    more: 'Si no eliges, te sigo: dos mensajes seguidos en el otro idioma lo cambian, una palabra suelta no.\n/idioma auto - vuelve a seguirte',
  },
  language: {
    now: 'Aquí escribo en español. Para inglés: /idioma en',
    chosen: '✅ Aquí escribo en español. Con /idioma auto te sigo.',
    auto: '✅ Escribo como tú.\nDos mensajes en el otro idioma cambian el mío.',
    unknown: (name) => `No hablo ${name}.\nManda /idioma en, /idioma es o /idioma auto.`,
  },
};
