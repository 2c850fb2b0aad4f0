/** Of a wait inside a test that other programs on the machine may make long. */
export const PATIENCE_MS = 90_000
