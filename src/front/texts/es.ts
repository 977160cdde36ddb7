import type { english } from './en.ts';

export const spanish: typeof english = {
  databaseAway: `⏳ Recibí tu mensaje, pero todavía no puedo empezar.
Se cayó la conexión con mis tareas. Me ocuparé de tu mensaje cuando vuelva. No hace falta que lo mandes otra vez.`,
  databaseBack: `✅ Volvió la conexión con mis tareas.
Ya estoy pasando lo que escribiste mientras tanto, en orden.`,
  cellAway: `⏳ La máquina que trabaja para este chat no responde.
Tus mensajes están guardados. Los atenderé en orden cuando vuelva. No hace falta que los mandes otra vez.`,
};
