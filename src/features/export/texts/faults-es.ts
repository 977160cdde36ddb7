import type { faults as english } from './faults-en.ts';

export const faults: typeof english = {
  'file-exists': (path) => `${path} ya existe: lo dejé como está. Indica otro archivo.`,
  'not-written': (path, why) => `No puedo escribir ${path}: «${why}». Indica otro lugar.`,
};
