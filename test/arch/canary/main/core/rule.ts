import { text } from '#common/text'

export const rule = text
