import type { ProjectType } from '#common/contract/projects'
import type { Size } from '#common/geometry/space'
import type { ImageId, ProjectSlug } from '#common/ids'
import { type Hands, handsOn } from './hands.ts'
import type { StudioClient } from './station-process.ts'
import { addImages, type NamedImage, openStudioPage, type StudioPage } from './studio-page.ts'

interface Given {
  readonly project: string
  readonly type: ProjectType
  readonly className: string
  readonly images: readonly NamedImage[]
  /** Size of every image. */
  readonly frame: Size
}

/** A project whose first image is open on the annotate page. */
export interface Labelling extends StudioPage {
  readonly hands: Hands
  readonly project: ProjectSlug
  /** In the order of their names. */
  readonly images: readonly ImageId[]
  /** Errors of the page so far. */
  readonly faults: readonly string[]
  /** Returns the stored annotations of the first image, or of another by its index, once everything is saved. */
  stored(place?: number): ReturnType<StudioClient['annotations']['open']>
}

export async function openLabelling({
  project: name,
  type,
  className,
  images: sent,
  frame,
}: Given): Promise<Labelling> {
  const opened = await openStudioPage()
  const { page, station } = opened
  const faults: string[] = []
  page.on('pageerror', (failure) => faults.push(failure.message))
  const { slug: project } = await station.studio.projects.create({ name, type })
  await station.studio.projects.classes.create({ project, name: className })
  await addImages(station, { project, batch: 'Monday' }, sent)
  const images = await station.studio.images.ids({ project, filter: {}, sort: 'name' })
  const hands = handsOn(page, frame)
  await page.goto(`${station.urls.studio}#/p/${project}/annotate?sort=name`)
  await page.getByRole('application', { name: sent[0]?.name ?? '' }).waitFor()
  await hands.saved()
  return {
    ...opened,
    hands,
    project,
    images,
    faults,
    async stored(place = 0) {
      const image = images[place]
      if (image === undefined) throw new Error(`There is no image ${place}`)
      await hands.saved()
      return station.studio.annotations.open({ project, image })
    },
  }
}
