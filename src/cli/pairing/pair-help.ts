const english = {
  about: 'Link WhatsApp on your phone, by QR code or typed code',
  example: '\nExample: wasap pair --phone +34600111222',
  phone: 'link with a code that you type on the phone with this number',
  new: 'replace the linked phone with another one',
  json: 'one JSON object a line: {"qr"}, {"code"}, {"paired"}, {"failed"}',
};

const spanish: typeof english = {
  about: 'Vincula WhatsApp en tu teléfono, con QR o código escrito',
  example: '\nEjemplo: wasap pair --phone +34600111222',
  phone: 'vincula con un código que escribes en el teléfono de este número',
  new: 'cambia el teléfono vinculado por otro',
  json: 'un objeto JSON por línea: {"qr"}, {"code"}, {"paired"}, {"failed"}',
};

export const pairHelp = { en: english, es: spanish };
