/** The findings of `wasap doctor` and `/doctor`. */
export const doctorTexts = {
  ownChat: '🩺 wasap doctor: a test of the connection. It goes away by itself; nothing to do.',
};
