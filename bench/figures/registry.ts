import type { Ground } from '../kit/ground.ts'
import type { Row } from '../table.ts'
import { bigImage } from './annotate/big-image.ts'
import { crowd } from './annotate/crowd.ts'
import { hitTest } from './annotate/hit-test.ts'
import { masks } from './annotate/masks.ts'
import { nextImage } from './annotate/next-image.ts'
import { browse } from './browse.ts'
import { cocoText } from './coco.ts'
import { creating } from './events/create.ts'
import { creatingWithJpeg } from './events/jpeg.ts'
import { creatingMemory } from './events/memory.ts'
import { pages } from './events/pages.ts'
import { exporting } from './export.ts'
import { gesture } from './gesture.ts'
import { importing } from './import.ts'
import { clicking } from './inference/click.ts'
import { loadingMemory } from './inference/memory.ts'
import { preparing } from './inference/prepare.ts'
import { inferenceRequests } from './inference/requests.ts'
import { hostileLabels } from './labels.ts'
import { list } from './list.ts'
import { loopDelay } from './loop.ts'
import { management } from './management.ts'
import { manySmall } from './many-small.ts'
import { search } from './search.ts'
import { select } from './select.ts'
import { start } from './start.ts'
import { uploads } from './uploads.ts'
import { version } from './version.ts'

/** A figure: what is measured, how, and against what. */
export interface Figure {
  readonly name: string
  readonly run: (ground: Ground) => Promise<readonly Row[]>
}

/** Every figure, in the order of the table. */
export const FIGURES: readonly Figure[] = [
  { name: 'import', run: importing },
  { name: 'uploads', run: uploads },
  { name: 'version', run: version },
  { name: 'export', run: exporting },
  { name: 'many-small', run: manySmall },
  { name: 'coco', run: cocoText },
  { name: 'labels', run: hostileLabels },
  { name: 'list', run: list },
  { name: 'start', run: start },
  { name: 'loop', run: loopDelay },
  { name: 'select', run: select },
  { name: 'gesture', run: gesture },
  { name: 'annotate-next-picture', run: nextImage },
  { name: 'annotate-big-picture', run: bigImage },
  { name: 'annotate-hit-test', run: hitTest },
  { name: 'annotate-soft', run: crowd('soft') },
  { name: 'annotate-gpu', run: crowd('gpu') },
  { name: 'annotate-masks-soft', run: masks('soft') },
  { name: 'annotate-masks-gpu', run: masks('gpu') },
  { name: 'prepare', run: preparing },
  { name: 'inference', run: inferenceRequests },
  { name: 'click', run: clicking },
  { name: 'loading', run: loadingMemory },
  { name: 'events-create', run: creating },
  { name: 'events-jpeg', run: creatingWithJpeg },
  { name: 'events-pages', run: pages },
  { name: 'events-memory', run: creatingMemory },
  { name: 'browse', run: browse },
  // These come last, because they add more to the big library.
  { name: 'search', run: search },
  { name: 'management', run: management },
]
