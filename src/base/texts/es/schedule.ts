import type { scheduleTexts as English } from '../en/schedule.ts';

export const scheduleTexts: typeof English = {
  once: 'una sola vez',
  everyDay: 'todos los días',
  weekdays: 'de lunes a viernes',
  day: {
    sun: 'domingo',
    mon: 'lunes',
    tue: 'martes',
    wed: 'miércoles',
    thu: 'jueves',
    fri: 'viernes',
    sat: 'sábado',
  },
  and: (items, last) => `${items} y ${last}`,
  everyWeek: (days) => `cada ${days}`,
  everyMonth: (days) => `el día ${days} de cada mes`,
  at: (times) => `${times.startsWith('01:') ? 'a la' : 'a las'} ${times}`,
  every: (span) => `cada ${span}`,
  everyOne: { d: 'cada día', h: 'cada hora', m: 'cada minuto', s: 'cada segundo' },
  span: {
    d: (count) => (count === 1 ? '1 día' : `${count} días`),
    h: (count) => (count === 1 ? '1 hora' : `${count} horas`),
    m: (count) => (count === 1 ? '1 minuto' : `${count} minutos`),
    s: (count) => (count === 1 ? '1 segundo' : `${count} segundos`),
  },
  hourly: 'cada hora en punto',
  hourlyAt: (minute) => `cada hora, en el minuto ${minute}`,
  between: (first, last) => `de ${first} a ${last}`,
  rule: (expression) => `según la regla ${expression}`,
};
