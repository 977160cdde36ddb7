import type { firedTexts as English } from '../en/fired.ts';

export const firedTexts: typeof English = {
  label: (name) => `⏰ cron ${name}`,
  late: (time) => `con ${time} de retraso`,
  minutes: (count) => `${count} min`,
  hours: (count) => `${count} h`,
  days: (count) => (count === 1 ? '1 día' : `${count} días`),
  paused: {
    failures: (name, count) =>
      `⏸ La programación ${name} queda en pausa: fallaron sus últimas ${count} ejecuciones. Con /cron reanudar ${name} vuelve a empezar.`,
    access: (name) =>
      `⏸ La programación ${name} queda en pausa: quien la creó ya no puede empezar tareas aquí. Quien sí pueda, que la cree de nuevo.`,
    unreadable: (name) =>
      `⏸ La programación ${name} queda en pausa: ya no entiendo su horario o su zona horaria. /cron borrar ${name}, y créala de nuevo.`,
  },
  projectGone: (name, project) =>
    `Su proyecto, ${project}, ya no está, así que no empezó nada. /cron borrar ${name}, y créala de nuevo en otro.`,
  notYours: 'Esa programación es de otra persona. Solo esa persona o un dueño puede cambiarla.',
};
