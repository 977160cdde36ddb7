import type { doctorTexts as English } from '../en/doctor.ts';

export const doctorTexts: typeof English = {
  ownChat: '🩺 wasap doctor: una prueba de la conexión. Se borra sola; no hay que hacer nada.',
};
