import { shell } from '#renderer/shell/shell'

export const fromAbove = shell
