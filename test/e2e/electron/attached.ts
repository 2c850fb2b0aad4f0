import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { type Desktop, type DesktopLab, openDesktopLab } from '#test/kit/electron'
import { type StationProcess, startStation } from '#test/kit/station-process'

/** A station with a library of its own, and desktop apps to attach to it. */
export interface AttachedLab extends DesktopLab {
  readonly station: StationProcess
  /** Starts a desktop app on the station, with the studio's page. */
  attach(userData?: string): Promise<AttachedDesktop>
}

export interface AttachedDesktop extends Desktop {
  readonly page: Page
}

export async function openAttachedLab(): Promise<AttachedLab> {
  const library = mkdtempSync(join(tmpdir(), 'tessera-station-'))
  const station = await startStation(library, ['--only', 'studio'])
  const lab = await openDesktopLab()
  return {
    ...lab,
    station,
    async attach(userData) {
      const desktop = await lab.launch(['--attach', station.urls.studio], userData)
      const page = await desktop.app.firstWindow()
      await page.getByRole('banner').waitFor()
      return { ...desktop, page }
    },
    async close() {
      await lab.close()
      await station.stop()
      rmSync(library, { recursive: true, force: true })
    },
  }
}
