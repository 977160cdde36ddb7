/** How a person types this command: the first word of its usage, `/agent-resume` or `/continuar`. */
export function commandName({ usage }: { readonly usage: string }): string {
  const [name = usage] = usage.split(' ', 1);
  return name;
}
