import type { databaseFaults as english } from '../../en/faults/database.ts';

export const databaseFaults: typeof english = {
  'database-empty': (path) =>
    `${path} está vacío. Restaura un respaldo (wasap restore ARCHIVO --force). Si nunca se usó, arráncame: wasap start`,
  'database-older': (path) =>
    `${path} es de una versión anterior. Arranca esta una vez: actualiza la base de datos y guarda una copia. Ejecuta: wasap start`,
  'database-newer': (path, version, newest) =>
    `${path} es de una versión más nueva (base de datos ${version}; conozco hasta la ${newest}). La dejé como está. Arranca la versión nueva, o pon de vuelta la copia que guardó.`,
  'database-foreign': (path) =>
    `${path} es la base de datos de otro programa: la dejé como está. Indica otro archivo.`,
  'database-emptied': (path, folder, count) =>
    `${path} está vacío, pero ${folder} tiene las transcripciones de ${count} tareas: algo lo vació. Restaura un respaldo (wasap restore ARCHIVO --force), o empieza de cero: mueve ${folder} a otro lado.`,
  'database-missing': (path) =>
    `Todavía no hay nada guardado: no existe ${path}. Arráncame con wasap start, o pon en DATA_DIR la carpeta correcta.`,
  'database-unsafe-disk': (path, journal, synchronous) =>
    `El sistema de archivos de ${path} no guarda datos con seguridad (journal ${journal}, synchronous ${synchronous}): no arranqué. Pon DATA_DIR en un disco local.`,
  'database-row': (path, statement, why) =>
    `${path}: una fila no está como la escribe este programa (${statement}): ${why}`,
  'database-not-flushed': (path, why) =>
    `${path} puede no sobrevivir a un corte de luz (${why}). Revisa el disco.`,
  'database-table-gone': (table, path) =>
    `Falta la tabla ${table} en ${path}: otra cosa la quitó. Restaura un respaldo: wasap restore ARCHIVO --force`,
  'whatsapp-taken-over':
    'Otro programa tomó esta cuenta de WhatsApp: dejé de escribir en ella. Úsala en un solo programa.',
  'database-full': (path, detail) =>
    `El disco o la base de datos está lleno: en ${path} no cabe nada más. Lo guardado está a salvo. Libera espacio y prueba otra vez. (${detail})`,
  'database-closed': (path, detail) =>
    `No puedo abrir ${path} ni escribir en él. Revisa que su carpeta exista, sea tuya y permita escribir. (${detail})`,
  'database-damaged': (path, detail) =>
    `${path} está dañado o no es una base de datos: lo dejé como está. Restaura un respaldo (wasap restore ARCHIVO --force), o empieza de cero: muévelo con sus archivos -wal y -shm. (${detail})`,
  'database-disk': (path, detail) =>
    `El disco falló mientras usaba ${path}. Revisa el disco y su espacio libre, y prueba otra vez. (${detail})`,
  'database-locked': (path, detail) =>
    `Otro programa bloquea ${path} hace demasiado. Prueba otra vez. Si sigue bloqueado, detén el otro programa. (${detail})`,
  'database-not-built': (node) =>
    `SQLite no está compilado para este Node (${node}): no hice nada. En la carpeta de wasap-agent, compílalo: npm rebuild better-sqlite3`,
  'database-not-built-in': (node, folder) =>
    `SQLite no está compilado para este Node (${node}): no hice nada. Compílalo: cd ${folder} && npm rebuild better-sqlite3`,
  'restore-aside-exists': (path) => `${path} ya existe: no moví nada. Prueba otra vez en un segundo.`,
  'restore-half-done': (data, why) =>
    `Una restauración de ${data} se interrumpió y no puedo terminarla (${why}). No borré nada. Resuélvelo: el próximo comando wasap en esa carpeta la termina.`,
  'restore-in-progress': (data) => `${data} se está restaurando ahora mismo. Prueba en un minuto.`,
};
