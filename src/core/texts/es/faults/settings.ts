import type { settingsFaults as english } from '../../en/faults/settings.ts';
import { expectationInSpanish, originInSpanish } from '../expectations.ts';

export const settingsFaults: typeof english = {
  'settings-wrong': (list) => `Corrige estos ajustes y prueba otra vez:\n${list}`,
  'setting-variable': (name, where, value, expected) =>
    `${name} (${originInSpanish(where)}) es ${value}: ${expectationInSpanish(expected)}`,
  'setting-secret': (name, where, expected) =>
    `${name} (${originInSpanish(where)}) es (no se muestra): ${expectationInSpanish(expected)}`,
  'setting-in-file': (file, path, value, expected) =>
    `${file}: ${path} es ${value}: ${expectationInSpanish(expected)}`,
  'setting-missing': (file, path, expected) => `${file}: falta ${path}: ${expectationInSpanish(expected)}`,
  'setting-unknown': (where, name) => `${where}: ${name}: ese ajuste no existe`,
  'setting-unknown-near': (where, name, near) =>
    `${where}: ${name}: ese ajuste no existe. ¿Quisiste decir ${near}?`,
  'no-yaml': (place, why) => `${place}: no es YAML válido: «${why}»`,
  'field-wrong': (place, field, expected) => `${place}: ${field}: ${expectationInSpanish(expected)}`,
  'file-as-a-whole': 'el archivo',
  'line-as-a-whole': 'la línea',
  'settings-no-map': (file, value) => `${file}: van ajustes como \`nombre: valor\`, y hay ${value}`,
  'settings-unreadable': (file, why) => `No puedo leer ${file}: «${why}»`,
  'folder-missing': (name, folder) => `${name} es ${folder}: debe ser una carpeta que exista`,
  'folder-here-gone': 'Estás en una carpeta que se borró. Ve a otra: cd ~',
  'folder-with': (name, folder, sign) => `${name} es ${folder}: debe ser una ruta sin "${sign}"`,
  'folder-shared': (name, folder) => `${name} es ${folder}: debe ser otra carpeta, no la del proyecto`,
  'key-unencrypted': (name, host, section) =>
    `${name} es http://${host}: la clave y tu código viajarían sin cifrar. Usa https://, o confírmalo con "${section}: { plain_http: true }" en agent.yaml`,
  'reports-unencrypted': (name, host, section) =>
    `${name} es http://${host}: la clave y tus informes viajarían sin cifrar. Usa https://, o confírmalo con "${section}: { plain_http: true }" en agent.yaml`,
  'tls-one-file': (set, missing) => `${set} está sin ${missing}: https necesita los dos archivos`,
  'profile-unknown': (name, profile, known) =>
    `agent.yaml: model.${name} es ${profile}: debe ser uno de models (${known})`,
  'search-needs-key': (search) =>
    `agent.yaml: web.search es ${search}, que necesita una clave: pon WEB_SEARCH_KEY`,
  'console-unencrypted': (host) =>
    `WEB_HOST es ${host}: otras máquinas leerían la consola sin cifrar. Pon WEB_TLS_CERT_FILE y WEB_TLS_KEY_FILE, o en WEB_ORIGIN la dirección https:// de tu proxy`,
  'console-plain-origin': (origin) =>
    `WEB_ORIGIN es ${origin}: un proxy para otras máquinas necesita https://`,
  'console-no-name': (host) =>
    `WEB_HOST es ${host}, que ningún navegador puede pedir. Pon en WEB_ORIGIN la dirección que usan, como https://console.example.org:8790`,
};
