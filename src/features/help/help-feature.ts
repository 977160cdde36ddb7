import type { ChatCommand, CommandContext, HelpTopic } from '../../contracts/commands.ts';
import type { Feature } from '../../contracts/feature.ts';
import { cutAt, withoutAccents } from '../../core/text.ts';
import { nearestCommand, shownCommandNames } from '../../gateway/incoming/message-intent.ts';
import {
  HELP_TOPICS,
  helpQuestion,
  TOPIC_NAMES,
  topicNamed,
} from '../../gateway/questions/help-questions.ts';
import { escapeHidden } from '../../policy/display.ts';
import { helpTexts } from './texts/texts.ts';

/** What the program can do: `/help`, and questions about it. */
export function helpFeature(): Feature {
  return { name: 'help', commands: [helpCommand] };
}

const helpCommand: ChatCommand = {
  name: 'help',
  aliases: ['start', 'commands', 'ayuda', 'comandos'],
  topic: 'chat',
  describe: (texts) => helpTexts(texts).commands.help,
  run: (rest, context) => [{ kind: 'reply', text: helpAnswer(rest, context).join('\n') }],
};

function helpAnswer(typed: string, context: CommandContext): readonly string[] {
  if (typed === '') return firstSteps(context);
  const named = screenNamed(typed, context) ?? context.found?.details(context);
  if (named !== undefined) return named;
  const question = helpQuestion(typed, context.commands);
  switch (question?.kind) {
    case 'overview':
      return firstSteps(context);
    case 'command':
      return [...commandDetails(question.command, context), '', helpTexts(context.texts).ifCode];
    case undefined:
      return unknownWord(typed, context);
  }
}

function firstSteps({ commands, texts }: CommandContext): readonly string[] {
  const { title, plain, more, topics, everything } = helpTexts(texts);
  const first = HELP_TOPICS.flatMap((topic) => commands.filter((command) => command.topic === topic));
  return [
    title,
    plain,
    ...first.flatMap((command) => command.describe(texts).first ?? []),
    '',
    more,
    ...HELP_TOPICS.map((topic) => topics[topic].line),
    everything.line,
  ];
}

/** A slash names a command: some topics are called like one. */
function screenNamed(typed: string, context: CommandContext): readonly string[] | undefined {
  const word = withoutAccents(typed.replace(/^\//, '').toLowerCase());
  const topic = typed.startsWith('/') ? undefined : topicNamed(word);
  if (topic === 'everything') return allCommandsScreen(context);
  if (topic !== undefined) return topicScreen(topic, context);
  const command = context.commands.find((one) => one.name === word || one.aliases.includes(word));
  return command && commandDetails(command, context);
}

function allCommandsScreen(context: CommandContext): readonly string[] {
  const { topics, everything: all } = helpTexts(context.texts);
  const commands = HELP_TOPICS.flatMap((topic) => commandsIn(topic, context));
  return [
    all.title,
    ...HELP_TOPICS.flatMap((topic) => [
      '',
      topics[topic].title,
      ...commandsIn(topic, context).map((command) => commandLine(command, context)),
    ]),
    ...(context.found?.overview(context) ?? []),
    '',
    moreAboutOne(commands, context),
  ];
}

/** A topic with a single command says all about it. */
function topicScreen(topic: HelpTopic, context: CommandContext): readonly string[] {
  const { title, tip } = helpTexts(context.texts).topics[topic];
  const commands = commandsIn(topic, context);
  const [only, ...others] = commands;
  const lines =
    only !== undefined && others.length === 0
      ? [...commandDetails(only, context), '', tip]
      : [
          ...commands.map((command) => commandLine(command, context)),
          '',
          tip,
          moreAboutOne(commands, context),
        ];
  // Command files are those of a project.
  const files = topic === 'projects' ? (context.found?.overview(context) ?? []) : [];
  return [title, ...lines, ...files];
}

function commandLine(command: ChatCommand, { texts }: CommandContext): string {
  const { usage, summary } = command.describe(texts);
  return `${usage} - ${summary}`;
}

/** How more is asked about one of these, with the first of them. */
function moreAboutOne(commands: readonly ChatCommand[], { texts }: CommandContext): string {
  const [typed = ''] = commands[0]?.describe(texts).usage.split(' ', 1) ?? [];
  return helpTexts(texts).about(typed.replace(/^\//, ''));
}

/** Commands that are needed first stand first. */
function commandsIn(topic: HelpTopic, { commands, texts }: CommandContext): readonly ChatCommand[] {
  const own = commands.filter((command) => command.topic === topic);
  const isFirst = (command: ChatCommand) => command.describe(texts).first !== undefined;
  return [...own.filter(isFirst), ...own.filter((command) => !isFirst(command))];
}

function commandDetails(command: ChatCommand, { texts }: CommandContext): readonly string[] {
  const { usage, summary, more } = command.describe(texts);
  return [usage, summary, more];
}

/** How much of an unknown word is repeated, in UTF-16 code units. */
const MAX_WORD_LENGTH = 30;

function unknownWord(typed: string, context: CommandContext): readonly string[] {
  const { unknown, nearest } = helpTexts(context.texts);
  const [first = ''] = typed.split(/\s/, 1);
  const named = screenNamed(first, context);
  if (named !== undefined) return named;
  const word = cutAt(first.replace(/^\//, ''), MAX_WORD_LENGTH);
  const shown = escapeHidden(word);
  const name = nearestTo(withoutAccents(word.toLowerCase()), context);
  if (name === undefined) return [unknown(shown), '', ...firstSteps(context)];
  return [nearest(shown, name), '', ...(screenNamed(name, context) ?? firstSteps(context))];
}

function nearestTo(typed: string, { commands, found, texts }: CommandContext): string | undefined {
  return nearestCommand(
    typed,
    [...TOPIC_NAMES, ...shownCommandNames(texts, commands), ...(found?.names ?? [])],
    commands.flatMap(({ name, aliases }) => [name, ...aliases]),
  );
}
