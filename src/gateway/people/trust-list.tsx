import type { Child } from 'hono/jsx';
import type { PermittedTool } from '../../contracts/assignment.ts';
import { sha256 } from '../../core/json.ts';
import { shorten } from '../../core/text.ts';
import { Prose } from '../../web-server/prose.tsx';
import { Card, Code, Empty } from '../../web-server/ui.tsx';
import { preApprovedLine } from './pre-approved-line.ts';
import { TrustButton, type TrustButtonProps, type TrustPage, type TrustPlace } from './trust-page.tsx';

/** How much of a file's text is shown, in UTF-16 code units. */
const MAX_SHOWN = 4000;

interface TrustListProps<Parts> {
  readonly id: string;
  readonly page: TrustPage<Parts>;
  readonly place: TrustPlace<Parts>;
  readonly rows: readonly Child[];
  /** One of them waits for an owner. */
  readonly asks: boolean;
}

/** The files that were found, or where to put the first one. */
export function TrustList<Parts>({ id, page, place: { request, chat }, rows, asks }: TrustListProps<Parts>) {
  const words = page.words(request.texts);
  const isElsewhere = request.visitor.role === 'owner' && chat === undefined;
  return (
    <Card id={id} title={rows.length === 1 ? words.one : words.count(String(rows.length))}>
      {rows.length === 0 ? (
        <Empty>
          {words.none}
          <code>{words.where}</code>
        </Empty>
      ) : (
        <ul class="rows">{rows}</ul>
      )}
      {isElsewhere && asks ? <p class="meta">{words.elsewhere}</p> : null}
    </Card>
  );
}

interface FileTextProps {
  readonly name: string;
  readonly label: string;
  /** Without secrets. */
  readonly text: string;
}

/** The text of the file, folded until the reader opens it. */
export function FileText({ name, label, text }: FileTextProps) {
  if (text.trim() === '') return null;
  return (
    <details class="call wide" id={`read-${sha256(name).slice(0, 8)}`}>
      <summary>{label}</summary>
      <div class="inside">
        <Code text={shorten(text, MAX_SHOWN)} />
      </div>
    </details>
  );
}

interface WantsToAskLessProps<Parts> extends Omit<TrustButtonProps<Parts>, 'step'> {
  readonly label: string;
  readonly calls: readonly PermittedTool[];
  /** Undefined for a visitor who can't accept it from here. */
  readonly step: TrustButtonProps<Parts>['step'] | undefined;
}

/** The calls that the file would no longer ask about, and the next step in the chat. */
export function WantsToAskLess<Parts>({ label, calls, step, ...button }: WantsToAskLessProps<Parts>) {
  const { texts, clean } = button.place.request;
  return (
    <div class="wide">
      <p>{label}</p>
      <Prose text={clean(calls.map((call) => preApprovedLine(call, texts)).join('\n'))} />
      {step === undefined ? null : <TrustButton {...button} step={step} />}
    </div>
  );
}
