import type { outcomeTexts as English } from '../en/outcomes.ts';

export const outcomeTexts: typeof English = {
  rounds: (rounds) =>
    `Hice una pausa: van ${rounds === 1 ? '1 ronda' : `${rounds} rondas`}. Para que siga: /continuar`,
  'no-progress':
    'Hice una pausa: mis últimas rondas no trajeron nada nuevo.\nUna pista me ayuda a seguir: /continuar <pista>',
  money:
    'Esta tarea llegó a su límite de dinero.\nCon /continuar +1 permites $1 más. AGENT_MAX_COST_USD fija el límite.',
  'daily-money':
    'Llegaste a tu límite de dinero de hoy.\nDesde las 00:00 UTC, /continuar sigue donde quedé.\nUn dueño puede subirlo: AGENT_DAILY_COST_USD, o daily_cost_usd en agent.yaml, y reiniciar.',
  tokens:
    'Llegué al límite de tokens: no sé el precio del modelo.\nAgrega su precio en config/agent.yaml y luego /continuar.',
  time: 'Llegué a mi límite de tiempo. Con /continuar tengo más.\nAGENT_SESSION_TIMEOUT fija el límite.',
  loop: 'Estaba dando vueltas en círculo y paré.\nDime qué probar: /continuar <pista>',
  malformed:
    'Las llamadas del modelo no se entendían. No ejecuté ninguna.\nPara intentarlo otra vez: /continuar',
  empty: 'El modelo solo mandaba respuestas vacías.\nPara intentarlo otra vez: /continuar',
  'cut-off':
    'El modelo chocaba con su límite de longitud.\nPídele algo más chico: /continuar un archivo a la vez',
  refused: 'El modelo no quiso seguir con esto.\nDilo con otras palabras: /continuar <pista>',
  'too-long':
    'La conversación ya no cabe en el modelo.\nEmpieza otra con lo que falta: /agente <lo que falta>',
  key: 'Falta la clave de API, o el modelo la rechazó.\nCorre `wasap setup`, o define ANTHROPIC_API_KEY y reiníciame.\nDespués: /continuar',
  request: 'El servidor del modelo rechazó el pedido.\nPara intentarlo otra vez: /continuar',
  busy: 'El modelo está saturado.\nPrueba en unos minutos: /continuar',
  unreachable: 'No puedo conectarme con el modelo.\nRevisa la red y ANTHROPIC_BASE_URL, y luego /continuar.',
  silent: 'El modelo se cortó a mitad de una respuesta.\nPara intentarlo otra vez: /continuar',
  unanswered: 'Nadie respondió mi pregunta en 24 horas. No hice nada.\nRespóndela cuando quieras y sigo.',
  rewound: 'Rebobiné esta tarea.\nDime qué hago en su lugar: /continuar <indicaciones>',
  'no-commit':
    'Este proyecto no tiene ningún commit que copiar.\nHaz un primer commit en su carpeta y luego /continuar.',
  'branch-taken':
    'Su rama está en uso en otra carpeta.\nCambia de rama ahí (`git worktree list` dice dónde) y luego /continuar.',
  'project-gone':
    'La carpeta del proyecto ya no está, o hay otra en su lugar.\nPonla de vuelta y luego /continuar.',
  'no-copy': 'No pude copiar el proyecto para trabajar.\nPara intentarlo otra vez: /continuar',
  'copy-gone':
    'La copia donde trabajaba ya no está, ni sus cambios.\nEmpiézala otra vez con /agente o /agente?',
  detail: (detail) => `(${detail})`,
};
