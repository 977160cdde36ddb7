const english = {
  about: 'Do the tasks that come through a front, on this machine',
  example: '\nExample: wasap cell --name big-one',
  name: "its name in the cluster; without it this machine's",
};

const spanish: typeof english = {
  about: 'Hace en esta máquina las tareas que llegan por un front',
  example: '\nEjemplo: wasap cell --name grande',
  name: 'su nombre en el clúster; sin esto, el de esta máquina',
};

export const cellHelp = { en: english, es: spanish };
