import { gitFaults } from './git-faults.ts';

/** What goes wrong with database and its disk. Each stands behind `wasap:` or behind what was tried. */
export const databaseFaults = {
  'database-empty': (path: string) =>
    `${path} is empty. Restore a backup (wasap restore FILE --force). If it was never used, start me: wasap start`,
  'database-older': (path: string) =>
    `${path} was last used by an older version. Start this one once: it updates the database and keeps a copy. Run: wasap start`,
  'database-newer': (path: string, version: number, newest: number) =>
    `${path} was written by a newer version (its database is version ${version}, I know ${newest}). I left it as it is. Start the newer version, or put back the copy it kept.`,
  'database-foreign': (path: string) =>
    `${path} is another program's database, so I left it as it is. Name another file.`,
  'database-emptied': (path: string, folder: string, count: number) =>
    `${path} is empty, but ${folder} has the transcripts of ${count} tasks: something emptied it. Restore a backup (wasap restore FILE --force), or start empty: move ${folder} away.`,
  'database-missing': (path: string) =>
    `Nothing is stored yet: there is no ${path}. Start me with wasap start, or set DATA_DIR to the right folder.`,
  'database-unsafe-disk': (path: string, journal: string, synchronous: string) =>
    `The file system of ${path} can't store data safely (journal ${journal}, synchronous ${synchronous}), so I didn't start. Put DATA_DIR on a local disk.`,
  'database-row': (path: string, statement: string, why: string) =>
    `${path}: a row is not as this program wrote it (${statement}): ${why}`,
  'database-not-flushed': (path: string, why: string) =>
    `${path} may not survive a power cut (${why}). Check the disk.`,
  'database-table-gone': (table: string, path: string) =>
    `The table ${table} is missing from ${path}: something else removed it. Restore a backup: wasap restore FILE --force`,
  'whatsapp-taken-over':
    'Another program took over this WhatsApp account, so I stopped writing to it. Use it in one program only.',
  'database-full': (path: string, detail: string) =>
    `The disk or the database is full, so ${path} takes nothing more. What was stored is safe. Free some space, then try again. (${detail})`,
  'database-closed': (path: string, detail: string) =>
    `I can't open or write ${path}. Check that its folder exists, is yours and is not read-only. (${detail})`,
  'database-damaged': (path: string, detail: string) =>
    `${path} is damaged or not a database, so I left it as it is. Restore a backup (wasap restore FILE --force), or start empty: move it away with its -wal and -shm files. (${detail})`,
  'database-disk': (path: string, detail: string) =>
    `The disk failed while I used ${path}. Check the disk and its free space, then try again. (${detail})`,
  'database-locked': (path: string, detail: string) =>
    `Another program has locked ${path} for too long. Try again. If it stays locked, stop the other program. (${detail})`,
  'database-not-built': (node: string) =>
    `SQLite was not built for this Node (${node}), so nothing was done. In the folder of wasap-agent, build it again: npm rebuild better-sqlite3`,
  'database-not-built-in': (node: string, folder: string) =>
    `SQLite was not built for this Node (${node}), so nothing was done. Build it again: cd ${folder} && npm rebuild better-sqlite3`,
  'restore-aside-exists': (path: string) =>
    `${path} exists already, so nothing was moved. Try again in a second.`,
  'restore-half-done': (data: string, why: string) =>
    `A restore of ${data} was interrupted, and I can't finish it (${why}). Nothing was deleted. Fix that: the next wasap command on this folder finishes it.`,
  'restore-in-progress': (data: string) => `${data} is being restored right now. Try again in a minute.`,
};

/** What goes wrong with channels. Each stands behind `wasap:` or behind what was tried. */
export const channelsFaults = {
  'whatsapp-credentials': (generation: number, why: string) =>
    `The credentials of the linked WhatsApp device cannot be read (generation ${generation}: ${why}). I left them as they are. Restore a backup, or unlink the device on the phone and link again: wasap pair --new`,
  'whatsapp-key': (type: string, why: string) =>
    `A stored WhatsApp key (${type}) cannot be read: ${why}. Restore a backup, or link again: wasap pair --new`,
  'whatsapp-never-first':
    'Nobody has written to me in this chat yet, and I never write first. Let them send a message.',
  'one-chat': 'This program shows one chat: that of its task.',
  'front-only-passes': 'This program only passes messages on. Ask one of its cells.',
  'console-closed': (why: string) => `I can't write to the console: ${why}`,
  'whatsapp-refused-now': (code: string) =>
    `WhatsApp refused the message for now (code ${code}). Try again later.`,
  'whatsapp-first-contact':
    "WhatsApp won't let this account start a chat with this person now (code 463). I won't try again; let them write first.",
  'whatsapp-refused': (code: string) => `WhatsApp refused the message (code ${code}). I won't try again.`,
  'whatsapp-unsure': (why: string) => `The message may not have arrived: ${why}.`,
  'whatsapp-no-devices': "WhatsApp didn't say which phones this person has, so nothing was sent yet.",
  'whatsapp-not-prepared': (why: string) => `The message could not be prepared: ${why}.`,
  'whatsapp-not-connected': (state: string) => `WhatsApp isn't connected now (${state}). I'll keep trying.`,
};

/** What goes wrong with several machines. Each stands behind `wasap:` or behind what was tried. */
export const machinesFaults = {
  'postgres-address': 'DATABASE_URL must begin with postgres:// and name a host and a database.',
  'postgres-closed': 'The connection to PostgreSQL was closed.',
  'postgres-tables': (why: string) => `PostgreSQL refuses to make the tables of the cluster: ${why}.`,
  'postgres-silent': 'PostgreSQL has not answered yet.',
  'postgres-took-back': 'PostgreSQL took the transaction back.',
  'postgres-away': (why: string) => `PostgreSQL does not answer (${why}).`,
  'front-taken': (front: string) => `Another process has taken the name of the front “${front}”.`,
  'member-newer': (kind: string, name: string, version: string) =>
    `The ${kind} “${name}” is several versions newer (${version}). Upgrade this machine first.`,
  'member-older': (kind: string, name: string, version: string) =>
    `The ${kind} “${name}” is several versions older (${version}). Upgrade it first, or go one version at a time.`,
  'member-taken': (kind: string, name: string) =>
    `Another process is the ${kind} “${name}”. Stop it, or give this one another name.`,
  'program-ends': 'The program is ending.',
  'cell-not-joined': "This cell hasn't joined the cluster yet. Try again in a minute.",
  'cell-unknown': (cell: string) => `There is no cell “${cell}”.`,
  'link-copy-sealed':
    'The copy of the link in PostgreSQL cannot be opened. CLUSTER_SECRET must be the same on all machines of a front.',
  'link-copy-held': 'Another process holds the copy of the link.',
};

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

/** What goes wrong with services of models and voice. Each stands behind `wasap:` or behind what was tried. */
export const modelsFaults = {
  'speech-format': "SPEECH_URL doesn't answer with Opus in Ogg. Check that it is an OpenAI-compatible API.",
  'no-words': "I didn't understand any words in the recording.",
  'transcribe-format': "TRANSCRIBE_URL doesn't answer like an OpenAI-compatible API. Check it.",
  'recording-unreadable': (path: string, why: string) => `${path} cannot be read: ${why}`,
  'transcribe-too-much': 'TRANSCRIBE_URL answered with far too much. Check it.',
  'transcribe-key': 'The transcription service rejects TRANSCRIBE_KEY. Check it.',
  'transcribe-unknown':
    "The transcription service doesn't know this address or model. Check TRANSCRIBE_URL and TRANSCRIBE_MODEL.",
  'transcribe-busy': (status: number) =>
    `The transcription service is busy or broken (HTTP ${status}). Try again later.`,
  'transcribe-rejects': (status: number) =>
    `The transcription service rejects the recording (HTTP ${status}).`,
  'transcribe-late': (seconds: number) =>
    `The transcription service took longer than ${seconds} s. Send a shorter recording, or try again.`,
  'transcribe-unreachable': (why: string) =>
    `I can't reach the transcription service (${why}). Check the network and TRANSCRIBE_URL.`,
  'speech-too-much': 'SPEECH_URL answered with far too much. Check it.',
  'speech-key': 'The speech service rejects SPEECH_KEY. Check it.',
  'speech-unknown':
    "The speech service doesn't know this address or model. Check SPEECH_URL and SPEECH_MODEL.",
  'speech-busy': (status: number) =>
    `The speech service is busy or broken (HTTP ${status}). Try again later.`,
  'speech-rejects': (status: number) => `The speech service rejects the text (HTTP ${status}).`,
  'speech-late': (seconds: number) => `The speech service took longer than ${seconds} s. Try again later.`,
  'speech-unreachable': (why: string) =>
    `I can't reach the speech service (${why}). Check the network and SPEECH_URL.`,
};

/** Why something failed, by the name of the rule that found it. */
export const faultTexts = {
  ...databaseFaults,
  ...gitFaults,
  ...channelsFaults,
  ...machinesFaults,
  ...programFaults,
  ...settingsFaults,
  ...modelsFaults,
};
