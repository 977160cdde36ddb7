-- What an offer would begin; the words of the person are then said beside it.
ALTER TABLE offers ADD COLUMN task TEXT;
