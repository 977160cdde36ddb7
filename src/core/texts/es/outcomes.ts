import type { outcomeTexts as English } from '../en/outcomes.ts';

export const outcomeTexts: typeof English = {
  rounds: 'Hice una pausa: llegué a mi límite de rondas. Envía /agent-resume para que siga.',
  'no-progress':
    'Hice una pausa: mis últimas rondas no trajeron nada nuevo. Envía /agent-resume para que siga, mejor con una pista.',
  money:
    'Se alcanzó el límite de dinero de esta tarea. /agent-resume +1 permite un dólar más; AGENT_MAX_COST_USD fija el límite.',
  'daily-money':
    'Tu límite de dinero para hoy está agotado. Desde las 00:00 UTC, /agent-resume sigue donde me quedé. Un dueño sube el límite: AGENT_DAILY_COST_USD, o daily_cost_usd en agent.yaml, y un reinicio.',
  tokens:
    'Se alcanzó el límite de tokens para un modelo sin precio conocido. Agrega su precio en config/agent.yaml y luego /agent-resume.',
  time: 'Se acabó mi tiempo de trabajo. /agent-resume concede otro tanto; AGENT_SESSION_TIMEOUT lo fija.',
  loop: 'Estaba dando vueltas en círculo y me detuve. Dime qué probar: /agent-resume <pista>',
  malformed:
    'El modelo mandaba llamadas inutilizables; no se ejecutó ninguna. /agent-resume lo intenta de nuevo.',
  empty: 'El modelo mandaba respuestas vacías. /agent-resume lo intenta de nuevo.',
  'cut-off':
    'El modelo chocaba con su límite de longitud. /agent-resume con un paso más pequeño, por ejemplo: /agent-resume un archivo a la vez',
  refused: 'El modelo no quiso seguir con esto. Dilo con otras palabras: /agent-resume <pista>',
  'too-long':
    'La conversación ya no cabe en el modelo. Empieza de nuevo con lo que falta: /agent <lo que falta>',
  key: 'El modelo rechazó la clave, o no hay ninguna. Define ANTHROPIC_API_KEY, reiníciame y luego /agent-resume.',
  request:
    'El servidor del modelo rechazó la petición. El detalle dice por qué; /agent-resume lo intenta de nuevo.',
  busy: 'El modelo está saturado. /agent-resume lo intenta de nuevo en unos minutos.',
  unreachable: 'No puedo llegar al modelo. Revisa la red y ANTHROPIC_BASE_URL, y luego /agent-resume.',
  silent: 'El modelo dejó de responder a mitad de una respuesta. /agent-resume lo intenta de nuevo.',
  unanswered: 'Nadie respondió mi pregunta en 24 horas. Respóndela cuando quieras y sigo; no se hizo nada.',
  rewound: 'Rebobiné esta tarea. Dime qué hago en su lugar: /agent-resume <indicaciones>',
  'no-commit':
    'No hay ningún commit del que copiar el proyecto. Haz un primer commit en la carpeta del proyecto y luego /agent-resume.',
  'branch-taken':
    'Su rama está en uso en otra carpeta. Deja esa rama allí (git worktree list dice dónde) y luego /agent-resume.',
  'project-gone':
    'La carpeta de su proyecto ya no está, o hay otra en su lugar. Devuélvela a su sitio y luego /agent-resume.',
  'no-copy': 'No pude hacer una copia del proyecto para trabajar. /agent-resume lo intenta de nuevo.',
  'copy-gone':
    'La copia en la que trabajaba ya no existe, y sus cambios tampoco. Empiézala de nuevo con /agent o /agent?',
  detail: (detail) => `(${detail})`,
};
