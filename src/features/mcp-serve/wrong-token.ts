import { Failure } from '../../core/failure.ts';

/** The same for a token that never was and one that is revoked. */
export function wrongToken(): Failure {
  return new Failure(
    'denied',
    'This token is wrong or was revoked. The owner of the machine makes one: wasap mcp token add <name>',
  );
}
