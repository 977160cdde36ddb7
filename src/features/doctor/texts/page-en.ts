/** What the page of the doctor says around its findings. */
export const pageTexts = {
  label: 'Doctor',
  title: 'Doctor',
  again: 'Check again',
  takes: 'A check takes a few seconds.\nIt asks the model and sends nothing to a chat.',
  test: 'Test message',
  testIs: 'Checks again and sends you a message that deletes itself.\nYour chat gets the result, too.',
  send: 'Send a test message',
  mark: { bad: 'to fix', warn: 'could be better', ok: 'fine' },
  todo: 'What to do:',
};
