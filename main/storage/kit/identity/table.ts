/** One row, written when the database is first opened. Never edited: migrations are made of it. */
export const IDENTITY_TABLE = `
CREATE TABLE identity (
  one          INTEGER PRIMARY KEY CHECK (one = 1),
  id           TEXT    NOT NULL,
  -- Grows with each transaction.
  revision     INTEGER NOT NULL,
  -- Whether the file beside the database has told this identity.
  is_confirmed INTEGER NOT NULL CHECK (is_confirmed IN (0, 1))
) STRICT;
`
