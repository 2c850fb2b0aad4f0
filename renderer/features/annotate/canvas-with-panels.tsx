import { AttributePanel } from './panels/attributes/attribute-panel.tsx'
import { CommentPins } from './panels/comments/comment-pins.tsx'
import { ContextBar } from './panels/context-bar/context-bar.tsx'
import { GoToBox } from './panels/go-to/go-to-box.tsx'
import { MachineNote } from './panels/machine/machine-note.tsx'
import { ClassPicker } from './panels/picker/class-picker.tsx'
import { PileList } from './panels/pile/pile-list.tsx'
import { ProposalStrip } from './panels/proposals/proposal-strip.tsx'
import { RejectBox } from './panels/reject/reject-box.tsx'
import { WholeLabels } from './panels/whole/whole-labels.tsx'
import { Announcer, Canvas, CanvasArea, Problem } from './stage/canvas/canvas-view.tsx'
import { MiniMap } from './stage/view/mini-map.tsx'
import { PixelNote } from './stage/view/pixel-note.tsx'
import { ViewStrip } from './stage/view/view-strip.tsx'

/** The canvas, and the panels that lie over it, in the order in which the focus goes through them. */
export function CanvasWithPanels() {
  return (
    <CanvasArea>
      <Canvas />
      <WholeLabels />
      <Announcer />
      <Problem />
      <ProposalStrip />
      <ViewStrip />
      <PixelNote />
      <MachineNote />
      <MiniMap />
      <ContextBar />
      <ClassPicker />
      <RejectBox />
      <GoToBox />
      <CommentPins />
      <PileList />
      <AttributePanel />
    </CanvasArea>
  )
}
