import { button } from '#renderer/ui/button'

export const scene = button
