import type { CommandContext } from '../../contracts/commands.ts';
import type { Feature, HandlersOf } from '../../contracts/feature.ts';
import type { Clock } from '../../core/clock.ts';
import { inlineCode } from '../../core/text.ts';
import type { ChosenModelStore, ModelAction } from './model-choice.ts';
import { modelCommand, modelOfChat } from './model-command.ts';
import { modelTexts } from './texts/texts.ts';

export interface ModelsFeatureParts {
  readonly rows: ChosenModelStore;
  readonly clock: Pick<Clock, 'nowMs'>;
  /** This cell; undefined when the program is alone. */
  readonly machine: string | undefined;
}

/** The model of a chat: `/model`. A session keeps the model that it began with. */
export function modelsFeature({ rows, clock, machine }: ModelsFeatureParts): Feature {
  return {
    name: 'models',
    commands: [modelCommand(rows, machine)],
    actions: modelActions({ rows, clock }),
    messages: {
      adjust: (actions, _message, context) => {
        const model = modelOfChat(rows, context);
        if (model === context.program.model) return actions;
        // A copy keeps the model whose history it continues.
        return actions.map((action) =>
          action.kind === 'start' && action.model === undefined && action.copy === undefined
            ? { ...action, model }
            : action,
        );
      },
    },
    statusLines(context) {
      const model = modelOfChat(rows, context);
      return model === context.program.model ? [] : [modelTexts(context.texts).status(inlineCode(model))];
    },
  };
}

function modelActions({ rows, clock }: Omit<ModelsFeatureParts, 'machine'>): HandlersOf<ModelAction> {
  return {
    'models.choose': {
      grants: () => false,
      refusal: (_action, context) => choiceRefusal(context),
      apply({ model }, { context: { conversation } }) {
        if (model === undefined) rows.forget(conversation);
        else rows.choose(conversation, model, clock.nowMs());
        return [];
      },
    },
  };
}

/** In a group only an owner decides what its questions cost; in a direct chat every person who may start tasks does. */
function choiceRefusal({ person, isGroup, texts }: CommandContext): string | undefined {
  if (person.role === 'reader') return texts.replies.readersOnlyAsk;
  return isGroup && person.role !== 'owner' ? modelTexts(texts).notInGroup : undefined;
}
