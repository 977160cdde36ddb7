import type { faults as english } from './faults-en.ts';

export const faults: typeof english = {
  'needs-variable': (name, variable, where, file) =>
    `El servidor MCP ${name} necesita ${variable}. Ponla en "${where}" de tu ${file}.`,
  'no-address': (name) =>
    `El servidor MCP ${name} no tiene una dirección utilizable: no lo uso. Corrige su url.`,
  'of-server': (name, why) => `El servidor MCP ${name}: ${why}`,
  'call-stopped': (name) => `Detuve el pedido al servidor MCP ${name}.`,
  late: (name, seconds) =>
    `El servidor MCP ${name} no respondió en ${seconds} s. Pudo haber actuado: verifícalo antes de repetir.`,
  failed: (name, why) => `El servidor MCP ${name} falló: «${why}»`,
  'not-waited': (name) => `No esperé al servidor MCP ${name}.`,
  ending: 'El programa está por terminar.',
  resting: (name, times, seconds, why) =>
    `El servidor MCP ${name} falló ${times} veces: lo dejo descansar ${seconds} s. ${why}`,
  'too-many': (most) => `Ya hay ${most} servidores MCP en uso.`,
  unreachable: (host, why) => `No puedo comunicarme con ${host}: «${why}».`,
  'not-public': (host) => `El servidor apunta a ${host}, que no es una dirección https pública.`,
  'login-request': (host) => `El inicio de sesión pide algo de ${host} que nunca envío: nadie inició sesión.`,
  redirect: (host) => `${host} responde con una redirección, y no la sigo.`,
  'sent-too-much': (most) => `El servidor mandó más de ${most} MB.`,
  'wants-login': (name) =>
    `El servidor MCP ${name} pide iniciar sesión. En una terminal de esta máquina: wasap mcp login ${name}`,
  ended: 'El servidor terminó.',
  'message-too-large': (most) => `Lo detuve: mandó más de ${most} MB en un solo mensaje.`,
  'too-many-unasked': (most) => `Lo detuve: mandó ${most} mensajes que nadie pidió.`,
  'ended-itself': (name) => `El servidor MCP ${name} terminó solo.`,
};
