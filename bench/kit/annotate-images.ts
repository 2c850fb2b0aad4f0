import type { Page } from 'playwright-core'
import { addImages, type NamedImage } from '#test/kit/studio-page'
import type { Ground } from './ground.ts'
import { watchImages } from './image-watch.ts'

export interface AnnotateScreen {
  readonly page: Page
  /** Addresses of the images, in the order of the queue. */
  readonly places: readonly string[]
  /** Opens the annotate page in another browser page with empty caches. */
  again(): Promise<Page>
  /** Returns the peak memory of the station. */
  close(): Promise<number | undefined>
}

/**
 * Opens the annotate page of the built studio in Chromium with the first of these images, and watches what is drawn.
 */
export async function openAnnotate(ground: Ground, images: readonly NamedImage[]): Promise<AnnotateScreen> {
  const station = await ground.start(await ground.folderFor('annotate'))
  const { slug: project } = await station.studio.projects.create({ name: 'Slides', type: 'object-detection' })
  await addImages(station, { project, batch: 'Monday' }, images)
  const ids = await station.studio.images.ids({ project, filter: {}, sort: 'added' })
  const browser = await station.openBrowser()
  const open = async () => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
    const page = await context.newPage()
    await watchImages(page)
    await page.goto(station.urls.studio)
    await page.goto(`${station.urls.studio.split('/?')[0]}/#/p/${project}/annotate`)
    await page.getByRole('application', { name: images[0]?.name ?? '' }).waitFor()
    return page
  }
  return {
    page: await open(),
    places: ids.map((id) => `#/p/${project}/annotate?image=${id}`),
    again: open,
    async close() {
      await browser.close()
      return station.end()
    },
  }
}
