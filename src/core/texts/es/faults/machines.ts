import type { machinesFaults as english } from '../../en/faults/machines.ts';

export const machinesFaults: typeof english = {
  'postgres-address': 'DATABASE_URL debe empezar con postgres:// y nombrar un servidor y una base de datos.',
  'postgres-closed': 'Se cerró la conexión con PostgreSQL.',
  'postgres-tables': (why) => `PostgreSQL no me deja crear las tablas: ${why}.`,
  'postgres-silent': 'PostgreSQL todavía no responde.',
  'postgres-took-back': 'PostgreSQL deshizo la transacción.',
  'postgres-away': (why) => `PostgreSQL no responde (${why}).`,
  'front-taken': (front) => `Otro proceso tomó el nombre del front “${front}”.`,
  'member-newer': (kind, name, version) =>
    `“${name}” (${kind}) está varias versiones adelante (${version}). Primero actualiza esta máquina.`,
  'member-older': (kind, name, version) =>
    `“${name}” (${kind}) está varias versiones atrás (${version}). Actualízala primero, o sube de versión en versión.`,
  'member-taken': (kind, name) => `Otro proceso es “${name}” (${kind}). Detenlo, o dale otro nombre a este.`,
  'program-ends': 'El programa está terminando.',
  'cell-not-joined': 'Esta celda todavía no entró al cluster. Prueba en un minuto.',
  'cell-unknown': (cell) => `No existe la celda “${cell}”.`,
  'link-copy-sealed':
    'No puedo abrir la copia del vínculo en PostgreSQL. CLUSTER_SECRET debe ser igual en todas las máquinas de un front.',
  'link-copy-held': 'La copia del vínculo la tiene otro proceso.',
};
