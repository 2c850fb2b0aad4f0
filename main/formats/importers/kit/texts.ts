/** Of a file about one picture, and of any line: more is a mistake or an attack. */
export const MAX_TEXT_BYTES = 64 * 1024 * 1024
