import type { serviceTexts as english } from './en.ts';

/** `wasap service`. */
export const serviceTexts: typeof english = {
  noManager: (platform) =>
    `No conozco un gestor de servicios en ${platform}.\nUso systemd en Linux y launchd en macOS.`,
  writes: (file) => `Voy a escribir ${file}:`,
  replaces: (file) => `Voy a reemplazar ${file} por:`,
  runs: 'Voy a ejecutar:',
  removes: (file) => `Voy a borrar ${file}.\nTus registros, ajustes y proyectos se quedan.`,
  unseen: (names) =>
    `⚠️ El servicio no verá lo que solo tiene esta shell: ${names}\nGuarda cada uno: wasap config set <nombre>`,
  notLinked: '⚠️ Todavía no hay un teléfono vinculado.\nVincula uno primero: wasap pair',
  consoleOnly:
    'CHANNELS no nombra whatsapp.\nUn servicio no tiene terminal. Para cambiarlo: wasap config unset CHANNELS',
  broad: (folder) =>
    `${folder} no es un proyecto: ahí está todo lo tuyo.\nVe a la carpeta de tu proyecto e instala el servicio ahí.`,
  oddPath: (text) => `Esta ruta no puede ir en un archivo de servicio: ${text}`,
  unmanaged: (name, file) =>
    `${name} no responde para tu usuario aquí. No cambié nada.\nDonde responda, pon el texto de arriba en ${file}.`,
  running: (folder) => `wasap ya corre en ${folder}.\nDetenlo e instala el servicio otra vez.`,
  install: '¿Escribo el archivo y arranco el servicio?',
  uninstall: '¿Detengo el servicio y borro su archivo?',
  stopped: 'Detenido. No cambié nada.',
  noTerminal: 'No hay una terminal para preguntarte.\nSi lo quieres, agrega --yes',
  failed: (command, why) => `Falló este comando: ${command}\n${why}\nLo hecho antes se queda.`,
  installed: '✅ El servicio corre, y arranca otra vez tras un reinicio.',
  look: 'Para ver cómo está: wasap service status\nPara seguir su registro: wasap logs -f',
  linger: (command) => `Para que siga cuando cierres la sesión: ${command}`,
  uninstalled: '✅ El servicio está detenido y su archivo, borrado.',
  none: (file) => `No hay un servicio instalado: no existe ${file}\nInstálalo: wasap service install`,
  active: '✅ El servicio corre.',
  inactive: '❌ El servicio está instalado, pero no corre.\nPara ver por qué: wasap doctor',
  file: (file) => `Su archivo: ${file}`,
  outdated: '⚠️ Hoy escribiría este archivo de otra forma.\nPara renovarlo: wasap service install',
};
