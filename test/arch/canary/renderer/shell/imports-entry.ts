import { page } from '#renderer/entry/page'

export const fromAbove = page
