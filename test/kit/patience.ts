/** Limit for waits inside a test, which other programs on the machine may prolong. */
export const PATIENCE_MS = 90_000
