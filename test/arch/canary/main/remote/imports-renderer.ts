import { tool } from '#renderer/tools/tool'

export const drawn = tool
