import { text } from '#common/text'

export const button = text
