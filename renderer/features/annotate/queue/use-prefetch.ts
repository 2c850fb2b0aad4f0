import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { imageUrl } from '#common/contract/urls'
import type { ImageId } from '#common/ids'
import type { ImageShelf } from '#renderer/canvas/images'
import { queries } from '#renderer/kit/studio/queries'
import { pixelPlan, wantedWindow } from '../canvas/pixel-plan.ts'
import type { Bench } from '../workbench/bench.ts'
import { useBench, useSession } from '../workbench/session.tsx'
import type { Workbench } from '../workbench/workbench.ts'
import { measureAhead } from './measure-ahead.ts'
import { nearby } from './queue.ts'

/** Labels of the neighbours are read once one stays on an image this long: flipping fast asks for nothing in vain. */
const REST_MS = 80

/** Has the pixels and labels of the image on screen brought first, then those of its neighbours in the direction of travel. */
export function usePrefetch(): void {
  const { workbench, screen, shelf } = useSession()
  const client = useQueryClient()
  const image = useBench((bench) => bench.image)
  const ids = useBench((bench) => bench.queue.ids)
  const way = useBench((bench) => bench.way)
  useEffect(() => {
    // With every move of the view, which must not draw the screen anew.
    const want = () => shelf.want(wantedUrls(workbench.bench, shelf))
    const wantMissing = () => isMissing(workbench.bench, shelf) && want()
    want()
    const stops = [workbench.store.subscribe(wantMissing), screen.subscribe(want), shelf.subscribe(want)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [workbench, screen, shelf])
  useEffect(() => {
    if (image === undefined) return
    const stop = new AbortController()
    const timer = setTimeout(() => {
      for (const id of nearby(ids, image, way)) {
        void readAhead(workbench, id, stop.signal)
        void client.prefetchQuery(queries.image(workbench.project, id))
      }
    }, REST_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [workbench, client, image, ids, way])
}

/** Labels that are there when the image comes, measured. */
async function readAhead({ documents }: Workbench, image: ImageId, signal: AbortSignal): Promise<void> {
  if (!documents.view(image)) await documents.open(image)
  const shapes = documents.view(image)?.shapes ?? []
  if (!signal.aborted) await measureAhead(shapes, signal)
}

/** What is there already is drawn before anything else is asked for. */
function isMissing({ image }: Bench, shelf: ImageShelf): boolean {
  return image !== undefined && !shelf.get(imageUrl(image, 'screen'))
}

/** What is in view, then the images that come next, then what lies beside the view: what follows does not hold up what is looked at. */
function wantedUrls(bench: Bench, shelf: ImageShelf): readonly string[] {
  const { image, queue, way } = bench
  if (image === undefined) return []
  const plan = pixelPlan(bench, wantedWindow(bench))
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
