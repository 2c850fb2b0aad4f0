import type { Page } from 'playwright-core'
import { addPictures, type NamedPicture } from '#test/kit/studio-page'
import type { Ground } from './ground.ts'
import { watchPictures } from './picture-watch.ts'

export interface AnnotateScreen {
  readonly page: Page
  /** Where each picture is shown, in the order of the queue. */
  readonly places: readonly string[]
  /** The same screen in another page, which knows nothing yet. */
  again(): Promise<Page>
  /** Answers the most memory that the station took. */
  close(): Promise<number | undefined>
}

/** The annotate screen of the built studio in Chromium, with the first of these pictures on it; what is drawn is watched. */
export async function openAnnotate(ground: Ground, pictures: readonly NamedPicture[]): Promise<AnnotateScreen> {
  const station = await ground.start(await ground.folderFor('annotate'))
  const { slug: project } = await station.studio.projects.create({ name: 'Slides', type: 'object-detection' })
  await addPictures(station, { project, batch: 'Monday' }, pictures)
  const ids = await station.studio.images.ids({ project, filter: {}, sort: 'added' })
  const browser = await station.openBrowser()
  const open = async () => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
    const page = await context.newPage()
    await watchPictures(page)
    await page.goto(station.urls.studio)
    await page.goto(`${station.urls.studio.split('/?')[0]}/#/p/${project}/annotate`)
    await page.getByRole('application', { name: pictures[0]?.name ?? '' }).waitFor()
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
