import { tool } from '#renderer/tools/tool'

export const fromAbove = tool
