import { button } from '#renderer/kit/button'

export const scene = button
