import { expect, test } from 'vitest';
import { admit } from '../../src/gateway/access.ts';

const PHONE = { localOwner: false };
const EMPTY = 'nobody is allowed: ALLOWED_PHONE_NUMBERS is empty';
const UNLISTED = 'sender is not in ALLOWED_PHONE_NUMBERS';

test.each([
  ['34600111222', ['34600111222'], { kind: 'listed' }],
  ['34600111222@s.whatsapp.net', ['+34 600 111-222'], { kind: 'listed' }],
  ['34600111222:7@s.whatsapp.net', ['34600111222'], { kind: 'listed' }],
  ['34600111222', [], { kind: 'refused', reason: EMPTY }],
  ['34600111223', ['34600111222'], { kind: 'refused', reason: UNLISTED }],
  ['600111222', ['34600111222'], { kind: 'refused', reason: UNLISTED }],
  ['134600111222', ['34600111222'], { kind: 'refused', reason: UNLISTED }],
  ['Ana 34600111222', ['34600111222'], { kind: 'listed' }],
  ['Ana', ['34600111222', 'Ana'], { kind: 'refused', reason: UNLISTED }],
  ['', ['34600111222', ''], { kind: 'refused', reason: UNLISTED }],
  [
    '34600111222@lid',
    ['34600111222'],
    { kind: 'refused', reason: 'the phone number behind the LID is not known' },
  ],
])('%j among %j', (sender, allowed, admission) => {
  expect(admit({ sender }, PHONE, allowed)).toEqual(admission);
});

test('whoever sits at the machine is its owner, whatever the list says', () => {
  expect(admit({ sender: 'local' }, { localOwner: true }, [])).toEqual({ kind: 'owner' });
});
