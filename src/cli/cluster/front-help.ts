const english = {
  about: 'Own a WhatsApp number for several machines',
  example: '\nExample: wasap front --name support',
  name: 'its name in the cluster: lower-case letters, digits, hyphens',
};

const spanish: typeof english = {
  about: 'Atiende un número de WhatsApp para varias máquinas',
  example: '\nEjemplo: wasap front --name soporte',
  name: 'su nombre en el clúster: minúsculas, dígitos, guiones',
};

export const frontHelp = { en: english, es: spanish };
