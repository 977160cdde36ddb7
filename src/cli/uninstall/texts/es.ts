import type { uninstallTexts as english } from './en.ts';

/** `wasap uninstall`. */
export const uninstallTexts: typeof english = {
  found: 'Esto es lo que tengo en esta máquina:',
  service: (file) => `• un servicio: ${file}`,
  noService: '• ningún servicio',
  link: (number) => `• el vínculo con WhatsApp, de ${number}`,
  noLink: '• ningún vínculo con WhatsApp',
  records: (folder, size) => `• registros, logs y undo: ${folder} (${size})`,
  noRecords: '• ningún registro',
  copies: (count) =>
    `  ⚠️ copias de proyectos de las tareas: ${count}\n  Lo que no tiene commit ahí se va con los registros.`,
  settings: (folder, names) => `• tus ajustes en ${folder}: ${names}`,
  noSettings: '• ningún ajuste tuyo',
  askService: '¿Detengo y borro el servicio?',
  askRecords: '¿Borro los registros? (Para guardar una copia: wasap backup)',
  askLink: '¿Borro el vínculo con WhatsApp?',
  askSettings: '¿Borro tus ajustes, claves incluidas?',
  shared: (folder) =>
    `En ${folder} hay más que mis archivos.\nNo borré nada. Borra ahí a mano wasap.db y wasap.log.`,
  running: (folder) => `wasap corre en ${folder}.\nNo borré nada más. Detenlo e inténtalo otra vez.`,
  removed: (folder) => `Borrado: lo que tenía en ${folder}`,
  left: (folder, names) => `No es mío, así que se queda en ${folder}: ${names}`,
  linkRemoved:
    'Borrado: el vínculo con WhatsApp.\nQuítalo también en tu teléfono: Ajustes, Dispositivos vinculados.',
  projects: 'Tus proyectos, commits y ramas siguen intactos.',
  package: 'Para quitar el programa mismo:',
  stopped: 'Detenido. Lo que todavía no te pregunté sigue ahí.',
  noTerminal: 'No hay una terminal para preguntarte.\nPara borrar todo, agrega --all --yes',
};
