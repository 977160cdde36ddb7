export type LogFields = Readonly<
  Record<string, string | number | boolean | null | undefined | readonly string[]>
>;

/** A structured log. `event` is a stable dotted name such as `agent.shell.execute`; fields hold no secrets. */
export interface Log {
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
}

export const silentLog: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };
