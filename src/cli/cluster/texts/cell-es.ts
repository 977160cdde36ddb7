import type { CellTexts } from './cell-texts.ts';

export const cellTexts: CellTexts = {
  noUrl: `Una celda necesita un PostgreSQL: DATABASE_URL no es uno.
Configúralo: wasap config set DATABASE_URL
En una sola máquina no hace falta: wasap start`,
  wrongName: (name) =>
    `${JSON.stringify(name)} no puede ser el nombre de una celda.
Usa hasta 31 minúsculas, cifras y guiones, con una letra al principio: wasap cell --name <nombre>`,
  otherCell: (earlier, name) =>
    `Esta carpeta de datos es de la celda ${earlier}, no de ${name}.
Iníciala con wasap cell --name ${earlier}, o usa otra DATA_DIR.`,
};
