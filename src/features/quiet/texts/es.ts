import type { english } from './en.ts';

export const spanish: typeof english = {
  command: {
    usage: '/silencio [horas]',
    summary: 'cuándo no molesto',
    more: 'Sin nada más, muestra las horas de silencio de este chat.\n/silencio 22:00-07:00 - el progreso cambia sin sonar y las novedades esperan\n/silencio no - sin horas de silencio aquí\nSi escribes de noche, te respondo, y por 10 minutos te mando todo. Lo que programaste para esa hora también suena.',
  },
  none: '🔔 Aquí no hay horas de silencio.\nPara ponerlas: /silencio 22:00-07:00',
  state: (hours, zone) =>
    `🌙 Horas de silencio: ${hours} (${zone}).\nOtras horas: /silencio 23:00-06:30 · Ninguna: /silencio no`,
  stateNow: (hours, zone) =>
    `🌙 Ahora hay silencio: ${hours} (${zone}).\nOtras horas: /silencio 23:00-06:30 · Ninguna: /silencio no`,
  chosen: (hours, zone) =>
    `🌙 Listo. Horas de silencio: ${hours}.\nZona horaria: ${zone} (/programar zona). Las novedades esperan y llegan en un solo mensaje.`,
  off: '🔔 Aquí ya no hay horas de silencio.',
  howTo: (typed) => `No entiendo ${typed} como horas.\nAsí: /silencio 22:00-07:00 · Ninguna: /silencio no`,
  status: (hours) => `🌙 Horas de silencio: ${hours} (/silencio)`,
  morning: {
    title: '🌙 Mientras había silencio:',
    more: (count) => `y ${count} más`,
    details: 'Más sobre esto: /estado',
    questions: (count) =>
      count === 1
        ? 'Te espera 1 pregunta. Va a continuación.'
        : `Te esperan ${count} preguntas. Van a continuación.`,
  },
};
