import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { imageUrl } from '#common/contract/urls'
import type { ImageId } from '#common/ids'
import type { ImageShelf } from '#renderer/canvas/images'
import { queries } from '#renderer/data/queries'
import type { Editor } from '../../editor/editor.ts'
import { useEditorState, useSession } from '../../editor/hooks/session.tsx'
import type { EditorState } from '../../model/editor-state.ts'
import { nearby } from '../../model/queue.ts'
import { measureAhead } from './measure-ahead.ts'
import { pixelPlan, wantedWindow } from './pixel-plan.ts'

/** Labels of the neighbors are read once one stays on an image this long: flipping fast asks for nothing in vain. */
const REST_MS = 80

/** Has the pixels and labels of the image on screen brought first, then those of its neighbors in the direction of travel. */
export function usePrefetch(): void {
  const { editor, screen, shelf } = useSession()
  const client = useQueryClient()
  const image = useEditorState((state) => state.image)
  const ids = useEditorState((state) => state.queue.ids)
  const way = useEditorState((state) => state.way)
  useEffect(() => {
    // With every move of the view, which must not draw the screen again.
    const want = () => shelf.want(wantedUrls(editor.state, shelf))
    const wantMissing = () => isMissing(editor.state, shelf) && want()
    want()
    const stops = [editor.store.subscribe(wantMissing), screen.subscribe(want), shelf.subscribe(want)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [editor, screen, shelf])
  useEffect(() => {
    if (image === undefined) return
    const stop = new AbortController()
    const timer = setTimeout(() => {
      for (const id of nearby(ids, image, way)) {
        void readAhead(editor, id, stop.signal)
        void client.prefetchQuery(queries.image(editor.project, id))
      }
    }, REST_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [editor, client, image, ids, way])
}

/** Labels that are there when the image comes, measured. */
async function readAhead({ documents }: Editor, image: ImageId, signal: AbortSignal): Promise<void> {
  if (!documents.view(image)) await documents.open(image)
  const shapes = documents.view(image)?.shapes ?? []
  if (!signal.aborted) await measureAhead(shapes, signal)
}

/** Whether the image on screen is still missing; cached pixels are drawn before anything else is requested. */
function isMissing({ image }: EditorState, shelf: ImageShelf): boolean {
  return image !== undefined && !shelf.get(imageUrl(image, 'screen'))
}

/** Addresses in view, then of the images that come next, then beside the view: prefetching does not delay the visible image. */
function wantedUrls(state: EditorState, shelf: ImageShelf): readonly string[] {
  const { image, queue, way } = state
  if (image === undefined) return []
  const plan = pixelPlan(state, wantedWindow(state))
  const [thumb, screen] = [imageUrl(image, 'thumb'), imageUrl(image, 'screen')]
  if (!plan) return [thumb, screen]
  const { wholes, tiles, around } = plan
  // The thumbnail is only for the moment until something better is there.
  const own = shelf.get(screen) ? wholes.filter((url) => url !== thumb) : wholes
  const inView = tiles?.inView.map(tiles.urlOf) ?? []
  if ([...own, ...inView].some((url) => !shelf.get(url) && !shelf.hasFailed(url))) return [...own, ...inView]
  const near = nearby(queue.ids, image, way).map((id) => imageUrl(id, 'screen'))
  const beside = tiles ? around.map(tiles.urlOf) : []
  return [...new Set([...own, ...inView, ...near, ...beside])]
}
