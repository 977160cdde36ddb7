import type { faults as english } from './faults-en.ts';

const FORMS =
  'Escribe minuto, hora, día del mes, mes y día de la semana: "0 9 * * 1-5". También vale "cada 15m", o una fecha con hora: 2026-12-24T09:00.';
const DATE = 'Escríbela así: 2026-12-24T09:00, o con su desfase: 2026-12-24T09:00-05:00.';

export const faults: typeof english = {
  'schedule-empty': `Falta la hora. ${FORMS}`,
  'schedule-long': (length, most) =>
    `Esa hora tiene ${length} caracteres; el máximo es ${most}. Usa rangos y pasos en lugar de listas, o divídela en dos.`,
  'schedule-often-seconds': (text, least) =>
    `${quoted(text)} se repite demasiado. Deja al menos ${least} segundos entre una vez y la siguiente.`,
  'schedule-often-minutes': (text, least) =>
    `${quoted(text)} se repite demasiado. Deja al menos ${least} minutos entre una vez y la siguiente.`,
  'schedule-past': (text) => `${quoted(text)} ya pasó. Escribe una fecha y hora futuras.`,
  'schedule-never': (text) =>
    `${quoted(text)} no llega nunca. Ese día no está en ningún mes, como el 31 de febrero, o los relojes se saltan esa hora.`,
  'every-unread': (text) =>
    `${quoted(text)} no dice cada cuánto. Escribe un número entero con s, m, h, d o w: "cada 15m" o "cada 2h". Para una hora del día, una expresión cron: "0 9 * * *".`,
  'every-long': (text, most) =>
    `${quoted(text)} pasa de ${most} días. Escribe un intervalo más corto, o una fecha con hora.`,
  'date-form': (text) => `${quoted(text)} no es una fecha con hora. ${DATE}`,
  'date-none': (text) => `${quoted(text)} no existe. ${DATE}`,
  'date-offset': (text) => `${quoted(text)} lleva un desfase que no existe en ningún lugar. ${DATE}`,
  'date-jump': (text, zone) => `${quoted(text)} no existe en ${zone}: los relojes se la saltan. ${DATE}`,
  'cron-shorthand': (text, known) => `No conozco la abreviatura ${quoted(text)}. Conozco ${known}.`,
  'cron-count': (text, count) =>
    `${quoted(text)} tiene ${count === 1 ? 'un campo' : `${count} campos`}; una expresión cron tiene cinco. ${FORMS}`,
  'cron-second': (text) =>
    `${quoted(text)} no puede ser el segundo. Con seis campos, el primero es el segundo del minuto: un solo número de 0 a 59.`,
  'cron-minute': (text) =>
    `${quoted(text)} no puede ser el minuto. Los minutos van de 0 a 59: escribe 0, 0,30, 10-20, */15 o 5-59/15.`,
  'cron-hour': (text) =>
    `${quoted(text)} no puede ser la hora. Las horas van de 0 a 23: escribe 9, 9,18, 9-17, 22-2 o */2.`,
  'cron-dayOfMonth': (text) =>
    `${quoted(text)} no puede ser el día del mes. Los días van de 1 a 31: escribe 1, 1,15, 10-20 o */2. L es el último, LW el último hábil, 15W el hábil más cercano al 15.`,
  'cron-month': (text) =>
    `${quoted(text)} no puede ser el mes. Los meses van de 1 a 12 o de JAN a DEC: escribe 6, JAN,JUL, NOV-FEB o */3.`,
  'cron-dayOfWeek': (text) =>
    `${quoted(text)} no puede ser el día de la semana. Van de 0 (domingo) a 7 (también domingo) o de SUN a SAT. Escribe 1-5, MON,FRI, FRI-MON, MON#1 (el primero del mes) o FRIL (el último).`,
  'cron-command':
    'Una programación manda un mensaje aquí, o empieza una tarea con /agente. No corre otros comandos.',
  'cron-empty': 'Eso dice cuándo, pero no qué. Agrega lo que debe pasar.',
  'cron-long': (length, most) => `Ese texto tiene ${length} caracteres; el máximo es ${most}.`,
  'name-taken': (name) => `Este chat ya tiene una programación ${name}. Elige otro nombre.`,
};

/** `cada 900d` was made `every 900d` before it was judged. */
function quoted(text: string): string {
  return `"${text.replace(/^every\b/i, 'cada')}"`;
}
