import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { openPage } from '../../../kit/chromium.ts'
import { makeDroppedFolder } from '../../../kit/dropped-folder.ts'
import { removeFolder } from '../../../kit/remove-folder.ts'
import { type StationProcess, startStation } from '../../../kit/station-process.ts'

/** An empty library with a station and a page, and a folder of photographs beside it. */
export interface Kitchen {
  readonly photos: string
  readonly station: StationProcess
  readonly page: Page
  /** Errors in the page's console so far. */
  readonly faults: readonly string[]
  /** Restarts the station at the same address. */
  startAgain(): Promise<StationProcess>
  close(): Promise<void>
}

export async function openKitchen(): Promise<Kitchen> {
  const folder = await mkdtemp(join(tmpdir(), 'tessera-e2e-'))
  const photos = join(folder, 'photos')
  await makeDroppedFolder(photos)
  const start = (...flags: readonly string[]) => startStation(join(folder, 'library'), ['--only', 'studio', ...flags])
  const first = await start()
  let running = first
  // With animations, as most users have them.
  const page = await openPage({ reducedMotion: 'no-preference' })
  return {
    photos,
    station: first,
    page,
    faults: faultsOf(page),
    async startAgain() {
      running = await start('--studio-port', new URL(first.urls.studio).port)
      return running
    },
    async close() {
      await page.context().close()
      await running.kill()
      await removeFolder(folder)
    },
  }
}

function faultsOf(page: Page): readonly string[] {
  const faults: string[] = []
  page.on('pageerror', (failure) => faults.push(failure.message))
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text())
  })
  return faults
}
