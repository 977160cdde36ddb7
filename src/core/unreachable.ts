/** Ends a switch over a union: a new member becomes a type error here instead of silence at run time. */
export function unreachable(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`);
}
