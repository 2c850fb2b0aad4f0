import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { pictureUrl } from '#common/contract/urls'
import { queries } from '#renderer/kit/studio/queries'
import { useBench, useSession } from '../workbench/session.tsx'
import { nearby } from './queue.ts'

/** Labels of the neighbours are read once one stays on a picture this long: flipping fast asks for nothing in vain. */
const REST_MS = 80

/** Longer side of the screen size. */
const SCREEN_SIDE = 2048

/** Whether the screen size has fewer pixels than are shown. */
export function needsFull(frame: { readonly width: number; readonly height: number }, scale: number): boolean {
  const longer = Math.max(frame.width, frame.height)
  return longer > SCREEN_SIDE && longer * scale * window.devicePixelRatio > SCREEN_SIDE
}

/** Has the pixels and labels of the picture on screen brought first, then those of its neighbours in the direction of travel. */
export function usePrefetch(): void {
  const { workbench, shelf } = useSession()
  const client = useQueryClient()
  const image = useBench((bench) => bench.image)
  const ids = useBench((bench) => bench.queue.ids)
  const isFull = useBench(({ frame, viewport }) => frame !== undefined && needsFull(frame, viewport.scale))
  const way = useBench((bench) => bench.way)
  useEffect(() => {
    if (image === undefined) return
    const near = nearby(ids, image, way)
    const own = isFull ? [pictureUrl(image, 'screen'), pictureUrl(image, 'full')] : [pictureUrl(image, 'screen')]
    shelf.want([...own, ...near.map((id) => pictureUrl(id, 'screen'))])
  }, [shelf, image, ids, way, isFull])
  useEffect(() => {
    if (image === undefined) return
    const timer = setTimeout(() => {
      for (const id of nearby(ids, image, way)) {
        if (!workbench.documents.view(id)) void workbench.documents.open(id)
        void client.prefetchQuery(queries.image(workbench.project, id))
      }
    }, REST_MS)
    return () => clearTimeout(timer)
  }, [workbench, client, image, ids, way])
}
