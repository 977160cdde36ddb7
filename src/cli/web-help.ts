const english = {
  about: 'Open the console of the running program in a browser',
  example: '\nExample: wasap web',
  link: {
    about: 'Print a link to sign in: valid once, for 10 minutes',
    example: '\nExample: wasap web link --for +34600111222',
    for: 'for somebody who can write to the agent, with their rights',
  },
  token: {
    about: 'Print a token for the read API: valid until wasap web off',
    example: '\nExample: wasap web token --for +34600111222',
    for: 'for somebody who can write to the agent, with their rights',
  },
  off: {
    about: 'Sign out every browser, and end all links and tokens',
    example: '\nExample: wasap web off',
  },
};

const spanish: typeof english = {
  about: 'Abre en un navegador la consola del programa en marcha',
  example: '\nEjemplo: wasap web',
  link: {
    about: 'Crea un enlace para entrar: sirve una vez, por 10 minutos',
    example: '\nEjemplo: wasap web link --for +34600111222',
    for: 'para alguien que puede escribirle al agente, con sus permisos',
  },
  token: {
    about: 'Crea un token para la API de lectura: vale hasta wasap web off',
    example: '\nEjemplo: wasap web token --for +34600111222',
    for: 'para alguien que puede escribirle al agente, con sus permisos',
  },
  off: {
    about: 'Cierra la sesión de cada navegador y anula enlaces y tokens',
    example: '\nEjemplo: wasap web off',
  },
};

export const webHelp = { en: english, es: spanish };
