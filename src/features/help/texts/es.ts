import type { english } from './en.ts';

export const spanish: typeof english = {
  commands: {
    help: {
      usage: '/ayuda [tema | comando]',
      summary: 'esta ayuda',
      more: '/ayuda tareas muestra un tema, /ayuda fusionar un comando.\n"ayuda" o "ayuda tareas" sin más también sirven. O pregúntame: ¿cómo deshago?\nCada comando se puede escribir en español o en inglés.',
    },
  },
  title: '👋 Para empezar:',
  plain: '💬 Pregunta lo que sea: no cambio nada',
  more: 'Más:',
  topics: {
    tasks: {
      line: '/ayuda tareas - empezar, seguir, parar',
      title: '📋 Tareas',
      tip: 'Mientras trabajo, escríbeme. Con varias tareas, empieza así: #2 usa yarn',
    },
    results: {
      line: '/ayuda resultados - ver, deshacer',
      title: '🔀 Resultados',
      tip: 'Sin número, es la última tarea.',
    },
    projects: {
      line: '/ayuda proyectos - cambiar, herramientas',
      title: '📁 Proyectos',
      tip: 'Cada chat trabaja en un proyecto a la vez.',
    },
    schedules: {
      line: '/ayuda horarios - a horas fijas',
      title: '⏰ Horarios',
      tip: 'O escríbelo sin más: recuérdame cada lunes a las 8 llamar a Bea',
    },
    safety: {
      line: '/ayuda seguridad - qué pregunto antes',
      title: '🛡️ Seguridad',
      tip: 'Pregunto antes de todo comando sin permiso, y lo muestro entero. Algunos no corren nunca.',
    },
    chat: {
      line: '/ayuda chat - idioma, notas, voz',
      title: '💬 Este chat',
      tip: 'Dos mensajes seguidos en inglés o en español cambian mi idioma.',
    },
    program: {
      line: '/ayuda programa - modelo, costo, salud',
      title: '🎛️ El programa',
      tip: 'Mis ajustes: wasap config get, en la terminal.',
    },
  },
  everything: {
    line: '/ayuda todo - todos los comandos',
    title: '📖 Todos los comandos',
  },
  about: (command) => `Más sobre uno: /ayuda ${command}`,
  ifCode: '¿Es sobre tu código? Pregunta otra vez y nombra el archivo.',
  unknown: (word) => `No conozco "${word}".`,
  nearest: (word, name) => `No conozco "${word}". ¿Quisiste decir "${name}"?`,
};
