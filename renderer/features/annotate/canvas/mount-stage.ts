import { pictureUrl } from '#common/contract/urls'
import { Gestures } from '#renderer/canvas/gestures'
import type { PictureShelf } from '#renderer/canvas/pictures'
import { Stage } from '#renderer/canvas/stage'
import { needsFull } from '../queue/use-prefetch.ts'
import type { Session } from '../workbench/session.tsx'
import type { Workbench } from '../workbench/workbench.ts'
import { gestureListener } from './gesture-listener.ts'
import { cursorOf } from './pointer-shape.ts'
import { stageView } from './stage-view.ts'

/** Puts a stage into the element and has it show what the stores say, until the returned function is called. */
export function mountStage(element: HTMLElement, { workbench, shelf }: Session): () => void {
  const stage = new Stage({
    host: element,
    view: () => stageView(workbench, bitmapOf(workbench, shelf)),
    onResize: (view) => workbench.resize(view),
  })
  const show = () => {
    stage.refresh()
    element.style.cursor = cursorOf(workbench.bench)
  }
  const gestures = new Gestures(element, gestureListener(workbench))
  const stops = [workbench.store.subscribe(show), workbench.documents.store.subscribe(show), shelf.subscribe(show)]
  show()
  return () => {
    for (const stop of stops) stop()
    gestures.dispose()
    stage.dispose()
  }
}

/** The best that is there: every pixel once one is near enough to see them, the screen size until then. */
function bitmapOf({ bench: { image, frame, viewport } }: Workbench, shelf: PictureShelf): ImageBitmap | undefined {
  if (image === undefined || !frame) return undefined
  const full = needsFull(frame, viewport.scale) ? shelf.get(pictureUrl(image, 'full')) : undefined
  return full ?? shelf.get(pictureUrl(image, 'screen'))
}
