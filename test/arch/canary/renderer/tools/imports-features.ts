import { Screen } from '#renderer/features/screen'

export const fromAbove = Screen
