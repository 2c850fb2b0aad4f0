import { shell } from '#renderer/shell/shell'

export const page = shell
