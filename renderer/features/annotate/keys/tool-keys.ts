import { readOnlyNow } from '#renderer/kit/studio/read-only'
import { t } from '#renderer/kit/words/words'
import type { RailTool } from '#renderer/tools/armed'
import { toolsOf } from '#renderer/tools/tools-of'
import type { KeyCommand } from './key-command.ts'

const ARMING: readonly { readonly tool: RailTool; readonly label: string; readonly key: string }[] = [
  { tool: 'select', label: t('Select'), key: 'V' },
  { tool: 'hand', label: t('Hand'), key: 'H' },
  { tool: 'box', label: t('Box'), key: 'B' },
  { tool: 'rotated-box', label: t('Rotated box'), key: 'O' },
  { tool: 'polygon', label: t('Polygon'), key: 'P' },
  { tool: 'polyline', label: t('Line'), key: 'Y' },
  { tool: 'point', label: t('Point'), key: '.' },
  { tool: 'keypoints', label: t('Keypoints'), key: 'K' },
  { tool: 'brush', label: t('Mask brush'), key: 'M' },
  { tool: 'eraser', label: t('Mask eraser'), key: 'E' },
  { tool: 'smart', label: t('Smart select'), key: 'S' },
]

/** Tools that change nothing by themselves. */
export function isLooking(tool: RailTool): boolean {
  return tool === 'select' || tool === 'hand'
}

/** Arm what the project's type has. */
export const TOOL_KEYS: readonly KeyCommand[] = ARMING.map(({ tool, label, key }) => ({
  id: `tool-${tool}`,
  label,
  chords: [key],
  group: 'Tools',
  when: (c) => toolsOf(c.projectType).includes(tool) && (isLooking(tool) || readOnlyNow('projects') === undefined),
  run: (bench) => {
    bench.arm(tool)
    bench.announce(label)
  },
}))
