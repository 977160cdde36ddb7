import type { pictureTexts as English } from '../en/pictures.ts';

export const pictureTexts: typeof English = {
  made: 'archivo nuevo',
  deleted: 'eliminado',
  renamed: 'antes',
  copied: 'copia de',
  binary: 'archivo binario: no se puede mostrar',
  noContents: 'sin cambios en las líneas',
  noNewline: 'sin salto de línea al final del archivo',
  line: (number) => `línea ${number}`,
  /** In the question below the pictures. */
  above: 'Todo está arriba: imágenes para mirar, y el parche.',
  inPatch: (lines) => (lines !== 0 ? `${lines} líneas más: ver el parche` : 'el resto: ver el parche'),
};
