import type { VariableName } from './variables.ts';

/** What each variable means, in Spanish; in English it stands with the variable. */
export const SPANISH_DESCRIPTIONS: Readonly<Record<VariableName, string>> = {
  ANTHROPIC_API_KEY: 'Tu clave de la API de Anthropic; un servidor en esta máquina no la necesita.',
  ANTHROPIC_BASE_URL: 'Cualquier servidor que hable la Messages API; vacío = https://api.anthropic.com.',
  AGENT_MODEL:
    'Modelo para tareas nuevas; vacío = claude-sonnet-5-5. Los precios y opciones de cada modelo están en config/agent.yaml.',
  AGENT_WRITE_ENABLED:
    'true = el agente puede editar archivos, correr comandos y hacer commits; vacío o false = solo lee.',
  AGENT_MAX_ROUNDS:
    'Rondas (respuestas del modelo) antes de que una tarea se pause o revise su avance (1 a 1000); vacío = 15.',
  AGENT_SESSION_TIMEOUT:
    'Tiempo de trabajo de una tarea, en segundos (1 a 604800); lo que te espera no cuenta; vacío = 3600.',
  AGENT_MAX_COST_USD:
    'Dólares que puede costar una tarea antes de pausarse y preguntarte (+$1, terminar, detener), o none; vacío = 2.',
  AGENT_DAILY_COST_USD:
    'Dólares que cada persona puede gastar por día (UTC), dueños y miembros por igual, o none; vacío = 20. Después no empieza nada nuevo.',
  AGENT_MAP_TOKENS:
    'Tokens para el mapa del proyecto con el que empieza una tarea (0 a 20000); 0 = sin mapa, vacío = 2000.',
  AGENT_SHELL_ALLOWLIST:
    'Más programas que corren sin preguntar, separados por comas; no los que inician otros (bash, node, docker).',
  SANDBOX:
    'auto = los comandos corren en un sandbox si hay uno; required = sin sandbox no arranco; off-accepted = sin sandbox: los scripts del proyecto (npm test, make) igual corren, y pueden hacer lo mismo que tu usuario; vacío = auto.',
  PROJECT_ROOT: 'El proyecto en el que trabajo; vacío = la carpeta donde inicias el programa.',
  PROJECTS_ROOT:
    'Carpeta con tus proyectos: cada chat elige una de sus subcarpetas con /workspace. No puede estar dentro de un proyecto: si PROJECT_ROOT es esta carpeta o una superior, cada chat tiene que elegir primero. Puede estar dentro de un repositorio git: sus proyectos no son parte de él.',
  DATA_DIR:
    'Donde guardo tareas, registros y el enlace con WhatsApp; vacío = data/ en un checkout, ~/.local/share/wasap si está instalado.',
  CONFIG_DIR: 'Carpeta de tus propios agent.yaml, tool-commands.yaml y .env; vacío = ~/.config/wasap.',
  GITHUB_TOKEN: 'Token de permisos finos para un repositorio, para abrir pull requests.',
  GITHUB_REPO: 'Repositorio de los pull requests, como dueño/nombre.',
  GITHUB_API_URL: 'API de tu servidor GitHub Enterprise; vacío = https://api.github.com.',
  ALLOWED_PHONE_NUMBERS:
    'Dueños en WhatsApp: números con código de país, separados por comas. Las demás personas y los grupos van en access.yaml; si los dos están vacíos, nadie puede escribir. Si vinculas tu propio número, ponlo aquí y escríbete a ti mismo.',
  CHANNELS:
    'Por dónde hablar: console, whatsapp o los dos con una coma; vacío = la consola, y WhatsApp cuando hay un teléfono vinculado.',
  WHATSAPP_WS_URL: 'Un servidor en lugar de WhatsApp, para pruebas; vacío = WhatsApp.',
  WHATSAPP_VERSION:
    'Versión de WhatsApp Web, como 2.3000.1023223821; vacío = la más nueva que se conoce. Ponla solo si WhatsApp dice que el cliente es demasiado viejo.',
  TRANSCRIBE_URL:
    'URL base de una API compatible con OpenAI que convierte notas de voz en texto, como https://api.openai.com/v1; vacío = no entiendo notas de voz.',
  TRANSCRIBE_KEY: 'Su clave; un servidor en esta máquina quizá no la necesite.',
  TRANSCRIBE_MODEL: 'Su modelo; vacío = whisper-1.',
  SPEECH_URL:
    'URL base de una API compatible con OpenAI que convierte texto en voz, como https://api.openai.com/v1, para /voz; vacío = no envío notas de voz. Las voces y el precio están en config/agent.yaml.',
  SPEECH_KEY: 'Su clave; un servidor en esta máquina quizá no la necesite.',
  SPEECH_MODEL: 'Su modelo; vacío = tts-1.',
  WEB_SEARCH_KEY:
    'Clave de Brave o Tavily, si config/agent.yaml dice que uno de ellos busca en la web; SearXNG no necesita.',
  MCP_SERVE_TOKEN:
    'Token con el que otro agente inicia wasap mcp serve; lo crea wasap mcp token add. Solo ese comando lo lee.',
  KEEP_MESSAGES_DAYS:
    'Cuántos días guardo las palabras de los mensajes, 30 a 36500; none = para siempre, vacío = 30.',
  KEEP_SESSIONS_DAYS: 'Lo mismo para tareas y charlas que terminaron; vacío = 180.',
  KEEP_TRACES_DAYS: 'Lo mismo para las trazas, 1 día o más; vacío = 30.',
  KEEP_AUDIT_DAYS: 'Lo mismo para el registro de comandos; vacío = 1095.',
  METRICS_PORT:
    'Puerto en 127.0.0.1 donde Prometheus lee las cifras del último día (/metrics); vacío = ningún puerto.',
  WEB_PORT:
    'Puerto de la consola en el navegador, u off; vacío = 8790 si me inicias en una terminal, si no, sin consola.',
  WEB_HOST:
    'Interfaz donde escucha la consola; vacío = 127.0.0.1, solo esta máquina. Cualquier otra necesita WEB_TLS_CERT_FILE y WEB_TLS_KEY_FILE, o WEB_ORIGIN.',
  WEB_ORIGIN:
    'Dirección de la consola para los navegadores, si un proxy la sirve con otro nombre, como https://console.example.org.',
  WEB_TLS_CERT_FILE: 'Certificado (archivo PEM) para servir la consola por https; vacío = http.',
  WEB_TLS_KEY_FILE: 'Su clave privada (archivo PEM).',
  TIMEZONE:
    'Zona horaria de las programaciones, como America/Lima; vacío = le pregunto la suya a cada chat (/cron zona). Nunca uso la de esta máquina.',
  LOCK_AFTER_MINUTES:
    'Minutos sin un mensaje de un dueño después de los que se bloquean sus chats, 1 a 10080; vacío = nunca. Necesita un PIN o un código: wasap lock setup.',
  DATABASE_URL:
    'PostgreSQL de varias máquinas, como postgres://usuario:clave@host/wasap; solo lo usan wasap front, cell y cluster.',
  CLUSTER_SECRET:
    'Al menos 16 letras y dígitos, los mismos en todas las máquinas de un frente: su vínculo se guarda cifrado en PostgreSQL y otra máquina toma el relevo; vacío = solo está en un disco.',
  OTEL_EXPORTER_OTLP_ENDPOINT:
    'Colector de OpenTelemetry que recibe las trazas por HTTP, como http://127.0.0.1:4318; vacío = se quedan en la base de datos.',
  OTEL_EXPORTER_OTLP_HEADERS: 'Sus encabezados, como nombre=valor, separados por comas.',
  OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT:
    'true = las trazas incluyen lo que se pidió, corrió y respondió, sin secretos; vacío o false = solo nombres, tiempos y cifras.',
  LOCALE: 'Idioma en el que escribo, en o es; vacío = el que tú escribes.',
};
