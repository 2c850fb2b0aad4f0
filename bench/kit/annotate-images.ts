import type { Page } from 'playwright-core'
import { addImages, type NamedImage } from '#test/kit/studio-page'
import type { Ground } from './ground.ts'
import { watchImages } from './image-watch.ts'

export interface AnnotateScreen {
  readonly page: Page
  /** Where each image is shown, in the order of the queue. */
  readonly places: readonly string[]
  /** The same screen in another page, which knows nothing yet. */
  again(): Promise<Page>
  /** Answers the most memory that the station took. */
  close(): Promise<number | undefined>
}

/** The annotate screen of the built studio in Chromium, with the first of these images on it; what is drawn is watched. */
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
