import { Stamp } from 'lucide-react'
import { pointer } from '#renderer/features/annotate/commands/hint'
import { PLACED_TYPES, type ToolEntry } from '#renderer/features/annotate/parts/tool-entry'
import { defineTool } from '#renderer/tools/define-tool'
import { clampPoint } from '#renderer/tools/frame'

/** Side of the boxes that it draws. */
const SIDE = 40

/** A tool that the program does not have: each press draws a box of fixed size around it. */
const STAMP = defineTool({
  id: 'stamp',
  idle: 'at rest',
  traits: { isDrawing: true },
  step(state, event, { frame }) {
    if (event.type !== 'down') return { state }
    const { x, y } = clampPoint(event.at, frame)
    const box = { x0: x - SIDE / 2, y0: y - SIDE / 2, x1: x + SIDE / 2, y1: y + SIDE / 2 }
    return { state, commit: { kind: 'draw', outline: { kind: 'box', box }, origin: 'hand' } }
  },
})

export const STAMP_TOOL: ToolEntry = {
  tool: STAMP,
  types: PLACED_TYPES,
  rail: { label: 'Stamp', icon: Stamp, chord: 'Alt+T' },
  commands: [
    {
      id: 'stamp-twice',
      label: 'Stamp twice',
      chords: ['Alt+2'],
      group: 'Draw',
      when: (c) => c.tool === STAMP.id,
      run: (editor) => editor.announce('Stamped twice'),
    },
  ],
  hints: () => [pointer('Click', 'stamp a box')],
}
