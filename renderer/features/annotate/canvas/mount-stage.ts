import { Gestures } from '#renderer/canvas/gestures'
import { Stage } from '#renderer/canvas/stage'
import { withBrushSize } from '../mask/size-gesture.ts'
import type { Session } from '../workbench/session.tsx'
import { gestureListener } from './gesture-listener.ts'
import { cursorOf } from './pointer-shape.ts'
import { imageShower } from './shown-image.ts'
import { stageView } from './stage-view.ts'

/** Puts a stage into the element and has it show what the stores say, until the returned function is called. */
export function mountStage(element: HTMLElement, { workbench, shelf }: Session): () => void {
  const shown = imageShower(shelf)
  const stage = new Stage({
    host: element,
    view: () => stageView(workbench, shown(workbench.bench)),
    onResize: (view) => workbench.resize(view),
  })
  const show = () => {
    stage.refresh()
    element.style.cursor = cursorOf(workbench.bench)
  }
  const gestures = new Gestures(element, withBrushSize(workbench, gestureListener(workbench)))
  const stops = [workbench.store.subscribe(show), workbench.documents.store.subscribe(show), shelf.subscribe(show)]
  workbench.shownParts = () => shown(workbench.bench).parts
  show()
  return () => {
    workbench.shownParts = () => []
    for (const stop of stops) stop()
    gestures.dispose()
    stage.dispose()
  }
}
