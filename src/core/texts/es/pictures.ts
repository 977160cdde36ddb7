import type { pictureTexts as English } from '../en/pictures.ts';

export const pictureTexts: typeof English = {
  made: 'archivo nuevo',
  deleted: 'borrado',
  renamed: 'antes',
  copied: 'copia de',
  binary: 'archivo binario: no puedo mostrarlo',
  noContents: 'sin cambios en las líneas',
  noNewline: 'sin salto de línea al final del archivo',
  line: (number) => `línea ${number}`,
  /** In the question below the pictures. */
  above: 'El cambio completo está arriba: imágenes y parche.',
  inPatch: (lines) => (lines !== 0 ? `${lines} líneas más: mira el parche` : 'el resto: mira el parche'),
};
