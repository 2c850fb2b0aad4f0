export const alone = true
