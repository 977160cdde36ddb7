import type { faults as english } from './faults-en.ts';

export const faults: typeof english = {
  unreadable: (why) => `No puedo leer las cifras: «${why}». Prueba otra vez.`,
};
