import type { WebRequest } from '../../../contracts/web-page.ts';
import { ButtonForm } from '../../../web-server/ui.tsx';
import { workspaceTexts } from '../texts/texts.ts';
import { PROJECTS_PATH } from './paths.ts';

interface ChooseFormProps {
  /** Of the project. */
  readonly name: string;
  readonly request: Pick<WebRequest, 'clean' | 'texts'>;
}

/** The visitor's chat is to work there from now on. */
export function ChooseForm({ name, request: { clean, texts } }: ChooseFormProps) {
  const { page } = workspaceTexts(texts);
  return (
    <ButtonForm
      action={PROJECTS_PATH}
      label={page.chooses(clean(name))}
      fields={{ project: name }}
      buttons={[{ name: 'do', value: 'switch', label: page.choose, kind: 'plain' }]}
    />
  );
}
