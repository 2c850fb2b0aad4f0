/** Lets a zod schema stop at its first issue, which zod's public types do not offer. */
export const UP_TO_FIRST: object = { abortEarly: true }
