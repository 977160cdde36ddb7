-- Why a question is asked and what a yes may do: asked again, it says the same.
ALTER TABLE approvals ADD COLUMN facts TEXT;
