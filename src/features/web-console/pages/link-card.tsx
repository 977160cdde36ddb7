import { formatPairingCode } from '../../../channels/whatsapp/link-state.ts';
import type { SpokenMessage, WebForm, WebRegion, WebRequest } from '../../../contracts/web-page.ts';
import { phoneDigits } from '../../../core/phone-number.ts';
import type { ConsoleVisitors } from '../../../gateway/people/console-visitors.ts';
import { idempotencyKey } from '../../../web-server/render-page.ts';
import { ButtonForm, Card, IdempotencyKeyField, QrCode, When } from '../../../web-server/ui.tsx';
import type { Pairing } from '../pairing.ts';
import { webConsoleTexts } from '../texts/texts.ts';

export interface LinkCardParts {
  /** Undefined when no phone is waited for. */
  pairing(): Pairing | undefined;
  readonly visitors: Pick<ConsoleVisitors, 'ownChat'>;
}

/**
 * The code that links a phone, for owners, while one is waited for. The person who scans it gives this program their
 * WhatsApp. The form is a region of its own: typed text stays when the code is replaced.
 */
export function linkRegions(request: WebRequest, parts: LinkCardParts): readonly WebRegion[] {
  const pairing = pairingFor(request, parts);
  const hasChat = pairing !== undefined && parts.visitors.ownChat(request.visitor) !== undefined;
  return [
    {
      name: 'link',
      body: pairing === undefined ? '' : <Code pairing={pairing} hasChat={hasChat} request={request} />,
    },
    { name: 'link-by-code', body: hasChat ? <NumberForm request={request} /> : '' },
  ];
}

function pairingFor({ visitor }: Pick<WebRequest, 'visitor'>, parts: LinkCardParts): Pairing | undefined {
  return visitor.role === 'owner' ? parts.pairing() : undefined;
}

function Code({ pairing: { code }, hasChat, request }: CodeProps) {
  const words = webConsoleTexts(request.texts).pairing;
  return (
    <Card id="link" title={words.title}>
      <p>{words.where}</p>
      {code === undefined ? (
        <p class="empty">{words.coming}</p>
      ) : code.by === 'qr' ? (
        <>
          <QrCode content={code.show} title={words.picture} description={words.instead} />
          <p class="meta">{words.changes}</p>
        </>
      ) : (
        <>
          <p>{words.type}</p>
          <p class="pairing-code">{formatPairingCode(code.show)}</p>
          <p class="meta">
            <span>{words.valid}</span>
            <When atMs={code.sinceMs} request={request} />
          </p>
          {hasChat ? (
            <ButtonForm
              action="/"
              label={words.scan}
              buttons={[{ name: 'by', value: 'qr', label: words.scan, kind: 'plain' }]}
            />
          ) : null}
        </>
      )}
    </Card>
  );
}

interface CodeProps {
  readonly pairing: Pairing;
  /** Whether they have a chat in which another code can be asked for. */
  readonly hasChat: boolean;
  readonly request: WebRequest;
}

function NumberForm({ request: { texts } }: { readonly request: WebRequest }) {
  const words = webConsoleTexts(texts).pairing;
  return (
    <Card id="by-code" title={words.byCode}>
      <form method="post" action="/" class="enter">
        <IdempotencyKeyField />
        <label for="phone">{words.number}</label>
        <input
          id="phone"
          name="phone"
          type="text"
          inputmode="tel"
          autocomplete="tel"
          placeholder="+34600111222"
          pattern="[0-9 \(\).+\-]{7,24}"
          required
        />
        <button type="submit" class="button">
          {words.get}
        </button>
      </form>
    </Card>
  );
}

/** A code to type on the phone with this number, or one to scan again, as `/web pair` asks for it. */
export function pairingMessage(
  request: WebRequest,
  form: WebForm,
  parts: LinkCardParts,
): SpokenMessage | undefined {
  const digits = phoneDigits(form.phone ?? '');
  const wanted = form.by === 'qr' ? 'qr' : digits && `+${digits}`;
  if (wanted === undefined || pairingFor(request, parts) === undefined) return undefined;
  const chat = parts.visitors.ownChat(request.visitor);
  if (chat === undefined) return undefined;
  return {
    conversation: chat.conversation,
    sender: chat.sender,
    key: idempotencyKey(request, form, 'pair', wanted),
    text: `/web pair ${wanted}`,
  };
}
