const english = {
  about: 'Show who can write to the agent, invite or remove people',
  example: '\nExample: wasap people',
  invite: {
    about: 'Print a code that lets one person in: valid once, for 10 minutes',
    example: '\nExample: wasap people invite --role member --project shop',
    role: 'what the person may do',
    project: 'projects a member can work on, or a reader can ask about',
  },
  remove: {
    about: 'Remove a person who came in with an invitation',
    example: '\nExample: wasap people remove +34600111222',
    number: 'with country code',
  },
};

const spanish: typeof english = {
  about: 'Muestra quién puede escribirle al agente; invita y quita',
  example: '\nEjemplo: wasap people',
  invite: {
    about: 'Crea un código para que entre una persona: sirve una vez, por 10 minutos',
    example: '\nEjemplo: wasap people invite --role member --project tienda',
    role: 'qué puede hacer la persona',
    project: 'proyectos en los que un member trabaja, o sobre los que un reader pregunta',
  },
  remove: {
    about: 'Quita a una persona que entró con una invitación',
    example: '\nEjemplo: wasap people remove +34600111222',
    number: 'con código de país',
  },
};

export const peopleHelp = { en: english, es: spanish };
