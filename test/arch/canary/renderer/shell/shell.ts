import { Screen } from '#renderer/features/screen'

export const shell = Screen
