/** What goes wrong with command line and its files. Each stands behind `wasap:` or behind what was tried. */
export const programFaults = {
  'file-unreadable': (file: string, why: string) => `${file} cannot be read: ${why}`,
  allowlist: (name: string, why: string) =>
    `AGENT_SHELL_ALLOWLIST: "${name}" cannot be allowed in general: ${why}. Take it off the list.`,
  'allowlist-no-name': 'it is not the plain name of a program',
  'allowlist-no-program': 'the shell would not take it for a program',
  'allowlist-denied': 'it is denied',
  'allowlist-runs-others': 'it could run any other program',
  'request-unknown': 'This is no request that I know.',
  'task-of-several-chats': (number: number, ids: string) =>
    `Several chats have a task #${number}. Name one by its id: ${ids}`,
  'log-closed': (path: string, why: string) =>
    `I can't open the log file ${path} (${why}), so nothing was started. Set DATA_DIR to a folder of yours.`,
  'tls-pair': (key: string, cert: string) =>
    `WEB_TLS_KEY_FILE is ${key}: it isn't the key of the certificate in ${cert}. Set two files that belong together`,
  'tls-unreadable': (variable: string, path: string, why: string) =>
    `${variable} is ${path}: I can't read it (${why}). Check the path, and that I may read the file`,
  'tls-no-certificate': (cert: string) =>
    `WEB_TLS_CERT_FILE is ${cert}: there is no certificate in it. It has to be a PEM file: -----BEGIN CERTIFICATE-----`,
  'tls-no-key': (key: string) =>
    `WEB_TLS_KEY_FILE is ${key}: there is no private key in it that works without a passphrase. It has to be a PEM file`,
  'program-unreachable': (why: string) => `I can't reach the running program: ${why}. Restart it.`,
  'program-silent': "The running program doesn't answer. Restart it; unfinished tasks continue.",
  'program-other-version':
    'The running program is a different version. Restart it; unfinished tasks continue.',
  'git-failed': (why: string) => `git failed: ${why}`,
  'folder-not-made': (folder: string, why: string) =>
    `I can't make ${folder} (${why}), so nothing ran. Set DATA_DIR to a folder of yours.`,
  'no-text-file': (file: string, code: string) => `I can't read ${file} (${code}). Name a text file.`,
  'pairing-no-messages': 'Nobody takes messages while a device is being linked.',
  'run-yes': (unknown: string, known: string) =>
    `--yes doesn't know ${unknown}, so nothing was started. It takes: ${known}`,
  'run-allow':
    '--allow needs the first words of a command; an empty one would allow everything. Nothing was started.',
  'eval-no-recordings': (folder: string) =>
    `${folder} is not a folder with recorded replies. Name one: --replay DIR`,
  'eval-project-too-large': (files: number) =>
    `the project has become too large: ${files} files and 50 MB are looked at`,
  'eval-no-requests': (file: string, folders: string) =>
    `There is no ${file} in ${folders}. Write one, one JSON object a line.`,
  'eval-too-many-requests': (file: string, count: number, most: number) =>
    `${file} has ${count} requests; the most is ${most}. Split the file.`,
  'eval-id-twice': (file: string, id: string) =>
    `${file} has the id ${id} twice. Give one of them another id.`,
  'eval-no-recording': (folder: string, name: string) =>
    `There is no ${folder}/${name}.yaml. Name a folder with recorded replies: --replay DIR`,
  'eval-no-price': (model: string) =>
    `I don't know the price of ${model}, so I can't keep --max-usd. Nothing was spent. Add its price to agent.yaml (models:), or leave out --max-usd.`,
  'eval-no-specialist': (name: string) => `There is no specialist ${name}. List them: wasap secretary list`,
  'eval-several-specialists': (name: string) =>
    `Several specialists are called ${name}. Name one as plugin:name.`,
  'eval-no-task': (unknown: string, known: string) => `There is no task ${unknown}. Choose from: ${known}`,
  'eval-task-name': (file: string) =>
    `${file} needs another name: small letters, digits and dashes, 32 at most.`,
  'eval-task-yaml': (file: string, why: string) => `${file} is not valid YAML: ${why}`,
  'eval-task-wrong': (list: string) => `Please fix this task:\n${list}`,
  'zone-missing':
    'The time zone is missing. Name one by its area and city, as America/Lima or Europe/Madrid, or UTC.',
  'zone-unknown': (text: string) =>
    `${JSON.stringify(text)} is no IANA time zone. Name one by its area and city, as America/Lima or Europe/Madrid, or UTC.`,
  'task-unknown': (name: string) =>
    `There is no task ${JSON.stringify(name)}. Old tasks are removed after a while. List those that are kept: wasap sessions --all`,
};
