import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ProjectSlug } from '#common/ids'
import { photo } from '../../kit/station-process.ts'
import { addImages, openStudioPage, type StudioPage } from '../../kit/studio-page.ts'

const project = ProjectSlug.parse('cups')

let open: StudioPage
let page: Page

beforeAll(async () => {
  open = await openStudioPage(['--only', 'studio'])
  page = open.page
  const { station } = open
  await station.studio.projects.create({ name: 'Cups', type: 'object-detection' })
  await station.studio.projects.classes.create({ project, name: 'cup' })
  await addImages(station, { project, batch: 'Monday' }, [{ name: 'coffee.jpg', bytes: await photo('coffee.jpg') }])
})

afterAll(() => open.close())

test('a box drawn in the moment in which the page is ready is kept', async () => {
  // Runs in the same turn in which the word appears, before the browser has drawn it, which is faster than any user.
  await page.addInitScript(() => {
    const watcher = new MutationObserver(() => {
      const canvas = document.querySelector('[role=application]')
      const isReady = [...document.querySelectorAll('[role=status]')].some((status) => status.textContent === 'Saved')
      if (!canvas || !isReady) return
      watcher.disconnect()
      canvas.dispatchEvent(new KeyboardEvent('keydown', { key: 'b', code: 'KeyB', bubbles: true }))
      const { left, top } = canvas.getBoundingClientRect()
      const corners = [
        [300, 300],
        [400, 380],
      ] as const
      for (const [x, y] of corners) {
        const at = { clientX: left + x, clientY: top + y, bubbles: true, pointerId: 1, isPrimary: true }
        canvas.dispatchEvent(new PointerEvent('pointerdown', { ...at, button: 0, buttons: 1 }))
        canvas.dispatchEvent(new PointerEvent('pointerup', { ...at, button: 0 }))
      }
    })
    watcher.observe(document, { childList: true, subtree: true, characterData: true })
  })
  await page.goto(`${open.station.urls.studio}#/p/cups/annotate`)

  await expect.poll(() => page.getByRole('tab', { name: 'Objects' }).textContent()).toContain('1')
})
