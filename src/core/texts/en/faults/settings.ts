/** What is wrong with settings; each is a line of the list of what has to be fixed. */
export const settingsFaults = {
  'settings-wrong': (list: string) => `Please fix these settings, then try again:\n${list}`,
  'setting-variable': (name: string, where: string, value: string, expected: string) =>
    `${name} (from ${where}) is ${value}: ${expected}`,
  'setting-secret': (name: string, where: string, expected: string) =>
    `${name} (from ${where}) is (not shown): ${expected}`,
  'setting-in-file': (file: string, path: string, value: string, expected: string) =>
    `${file}: ${path} is ${value}: ${expected}`,
  'setting-missing': (file: string, path: string, expected: string) =>
    `${file}: ${path} is missing: ${expected}`,
  'setting-unknown': (where: string, name: string) => `${where}: ${name}: there is no such setting`,
  'setting-unknown-near': (where: string, name: string, near: string) =>
    `${where}: ${name}: there is no such setting. Did you mean ${near}?`,
  'no-yaml': (place: string, why: string) => `${place}: ${why}`,
  'field-wrong': (place: string, field: string, expected: string) => `${place}: ${field}: ${expected}`,
  'file-as-a-whole': 'the file',
  'line-as-a-whole': 'the line',
  'settings-no-map': (file: string, value: string) =>
    `${file}: expected settings as \`name: value\`, got ${value}`,
  'settings-unreadable': (file: string, why: string) => `${file}: ${why}`,
  'folder-missing': (name: string, folder: string) => `${name} is ${folder}: expected an existing folder`,
  'folder-here-gone': 'You are in a folder that was deleted. Go to another: cd ~',
  'folder-with': (name: string, folder: string, sign: string) =>
    `${name} is ${folder}: expected a path without "${sign}" in it`,
  'folder-shared': (name: string, folder: string) =>
    `${name} is ${folder}: expected another folder than the project's`,
  'key-unencrypted': (name: string, host: string, section: string) =>
    `${name} is http://${host}: the key and your code would travel unencrypted. Use https://, or confirm it with "${section}: { plain_http: true }" in agent.yaml`,
  'reports-unencrypted': (name: string, host: string, section: string) =>
    `${name} is http://${host}: the key and your reports would travel unencrypted. Use https://, or confirm it with "${section}: { plain_http: true }" in agent.yaml`,
  'tls-one-file': (set: string, missing: string) =>
    `${set} is set without ${missing}: https needs both files`,
  'profile-unknown': (name: string, profile: string, known: string) =>
    `agent.yaml: model.${name} is ${profile}: expected one of models (${known})`,
  'search-needs-key': (search: string) =>
    `agent.yaml: web.search is ${search}, which needs a key: set WEB_SEARCH_KEY`,
  'console-unencrypted': (host: string) =>
    `WEB_HOST is ${host}: other machines would read the console unencrypted. Set WEB_TLS_CERT_FILE and WEB_TLS_KEY_FILE, or WEB_ORIGIN to the https:// address of your proxy`,
  'console-plain-origin': (origin: string) =>
    `WEB_ORIGIN is ${origin}: a proxy for other machines needs https://`,
  'console-no-name': (host: string) =>
    `WEB_HOST is ${host}, which no browser can ask for. Set WEB_ORIGIN to the address that browsers use, as https://console.example.org:8790`,
};
