import * as z from 'zod';
import type { AccessList, Person } from '../contracts/access.ts';
import { phoneDigits } from '../core/phone-number.ts';

const Phone = z
  .string({ error: 'expected a phone number in quotes' })
  .refine((text) => phoneDigits(text) !== undefined, {
    error: 'expected a phone number with its country code',
  })
  .transform((text) => phoneDigits(text) ?? '');
const Workspaces = z.array(z.string().min(1));

/** `access.yaml`: who may talk to the program, beside ALLOWED_PHONE_NUMBERS. */
export const AccessFile = z.strictObject({
  owners: z.array(Phone),
  members: z.array(z.strictObject({ phone: Phone, workspaces: Workspaces })),
  readers: z.array(z.strictObject({ phone: Phone, workspaces: Workspaces.optional() })),
  groups: z.array(z.strictObject({ id: z.string().min(1), people: z.array(Phone) })),
});
export type AccessFile = z.infer<typeof AccessFile>;

/** A person who is named twice has the greater right: a forgotten line must not make an owner a reader. */
export function accessList(
  phoneNumbers: readonly string[],
  { owners, members, readers, groups }: AccessFile,
): AccessList {
  const named: readonly Person[] = [
    ...[...phoneNumbers, ...owners].map(
      (phone) => ({ phone, role: 'owner', workspaces: undefined }) as const,
    ),
    ...members.map(({ phone, workspaces }) => ({ phone, role: 'member', workspaces }) as const),
    ...readers.map(({ phone, workspaces }) => ({ phone, role: 'reader', workspaces }) as const),
  ];
  const people = named.filter(({ phone }, at) => named.findIndex((other) => other.phone === phone) === at);
  return { people, groups };
}
