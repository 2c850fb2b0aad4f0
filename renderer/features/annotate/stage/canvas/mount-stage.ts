import { Gestures } from '#renderer/canvas/gestures'
import { Stage } from '#renderer/canvas/stage'
import type { Session } from '../../editor/hooks/session.tsx'
import { gestureListener } from '../pointer/gesture-listener.ts'
import { cursorOf } from '../pointer/pointer-shape.ts'
import { withBrushSize } from '../pointer/size-gesture.ts'
import { imageShower } from './shown-image.ts'
import { stageView } from './stage-view.ts'

/** Puts a stage into the element and has it show what the stores say, until the returned function is called. */
export function mountStage(element: HTMLElement, { editor, shelf }: Session): () => void {
  const shown = imageShower(shelf)
  const stage = new Stage({
    host: element,
    view: () => stageView(editor, shown(editor.state)),
    onResize: (view) => editor.resize(view),
  })
  const show = () => {
    stage.refresh()
    element.style.cursor = cursorOf(editor.state)
  }
  const gestures = new Gestures(element, withBrushSize(editor, gestureListener(editor)))
  const stops = [editor.store.subscribe(show), editor.documents.store.subscribe(show), shelf.subscribe(show)]
  editor.shownParts = () => shown(editor.state).parts
  show()
  return () => {
    editor.shownParts = () => []
    for (const stop of stops) stop()
    gestures.dispose()
    stage.dispose()
  }
}
