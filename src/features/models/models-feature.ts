import type { ChatCommand, CommandContext, ModelFacts } from '../../contracts/commands.ts';
import type { Feature, HandlersOf } from '../../contracts/feature.ts';
import type { Clock } from '../../core/clock.ts';
import { inlineCode } from '../../core/text.ts';
import { formatTokens } from '../../core/texts/format.ts';
import type { Texts } from '../../core/texts/texts.ts';
import { sentencePattern } from '../../gateway/questions/plain-words.ts';
import { resolveProfileName } from '../../models/profile.ts';
import type { ChosenModelStore, ModelAction, ModelCommandAction } from './model-choice.ts';
import { modelTexts } from './texts/texts.ts';

/** See `ChatCommand.asked`. */
const QUESTION_PATTERN = sentencePattern(
  '(?:change|switch|choose|pick|select) (?:the|your|another|a different) model|use (?:another|a different|a cheaper|a better) model|(?:see|list) (?:the|your) models',
  '(?:cambio|cambiar|elijo|elegir|escojo|escoger) (?:el|de|tu|otro) modelo|(?:uso|usar) otro modelo|(?:veo|ver) (?:los|tus) modelos',
);

/** Words for the model of the settings. */
const USUAL = ['usual', 'default', 'normal', 'habitual', 'auto'];

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

/**
 * Lists the models, and which one this chat uses for what begins next.
 * @param machine whose settings these are; undefined when there is one
 */
function modelCommand(rows: Pick<ChosenModelStore, 'find'>, machine: string | undefined): ChatCommand {
  return {
    name: 'model',
    aliases: ['models', 'modelo', 'modelos'],
    topic: 'program',
    asked: QUESTION_PATTERN,
    describe: (texts) => modelTexts(texts).command,
    run: (rest, context) =>
      rest === ''
        ? [{ kind: 'reply', text: listText(modelOfChat(rows, context), context, machine) }]
        : chooseModel(rest, modelOfChat(rows, context), context),
  };
}

/** A model that the settings no longer list is not used. */
function modelOfChat(
  rows: Pick<ChosenModelStore, 'find'>,
  { conversation, program }: Pick<CommandContext, 'conversation' | 'program'>,
): string {
  const chosen = rows.find(conversation);
  const isListed = program.models.some(({ name }) => name === chosen);
  return chosen !== undefined && isListed ? chosen : program.model;
}

function chooseModel(said: string, present: string, context: CommandContext): readonly ModelCommandAction[] {
  const { program, texts } = context;
  const words = modelTexts(texts);
  const names = program.models.map(({ name }) => name);
  const isUsual = USUAL.includes(said.toLowerCase()) && !names.includes(said);
  const model = isUsual ? program.model : modelNamed(said, names);
  if (model === undefined)
    return [
      { kind: 'reply', text: texts.tasks.unknownModel(inlineCode(said), names.map(inlineCode).join(', ')) },
    ];
  if (model === present) return [{ kind: 'reply', text: words.already(inlineCode(model)) }];
  const back = model === program.model;
  return [
    { kind: 'models.choose', model: back ? undefined : model },
    { kind: 'reply', text: back ? words.usual(inlineCode(model)) : words.chosen(inlineCode(model)) },
  ];
}

/** By its number in the list, its name, or a word of it. */
function modelNamed(said: string, names: readonly string[]): string | undefined {
  return /^\d{1,3}$/.test(said) ? names[Number(said) - 1] : resolveProfileName(said, names);
}

function listText(present: string, { program, texts }: CommandContext, machine: string | undefined): string {
  const words = modelTexts(texts);
  const { models } = program;
  const other = models.findIndex(({ name }) => name !== present);
  return [
    words.used(inlineCode(present)),
    ...models.map((model, at) => `${at + 1}. ${inlineCode(model.name)}: ${modelFacts(model, texts)}`),
    ...(other === -1 ? [] : [words.howTo(other + 1, models[other]?.name ?? '')]),
    ...(present === program.model ? [] : [words.howBack]),
    ...(machine === undefined ? [] : [words.ofMachine(machine)]),
  ].join('\n');
}

function modelFacts({ price, windowTokens, effort }: ModelFacts, texts: Texts): string {
  const words = modelTexts(texts);
  return [
    price === undefined ? words.noPrice : words.price(perMillion(price.input), perMillion(price.output)),
    words.window(formatTokens(windowTokens)),
    ...(effort === undefined ? [] : [words.effort(effort)]),
  ].join(' · ');
}

/** `$2`, `$0.10`. @param microUsd millionths of a dollar */
function perMillion(microUsd: number): string {
  const dollars = microUsd / 1_000_000;
  return `$${Number.isInteger(dollars) ? dollars : dollars.toFixed(2)}`;
}
