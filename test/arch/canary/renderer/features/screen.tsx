import { tool } from '#renderer/tools/tool'

export const Screen = () => <b>{tool}</b>
