import { execFile } from 'node:child_process'
import { mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Browser } from 'playwright-core'
import { openChromium } from '#test/kit/chromium'
import { type StationProcess, startStation } from '#test/kit/station-process'
import { type BigLibrary, makeBigLibrary } from './big-library.ts'
import { makePhotographs, type Photographs } from './photographs.ts'

/** Resources shared by the figures: a temporary folder, inputs that are made once on first use, and stations. */
export interface Ground {
  folderFor(name: string): Promise<string>
  photographs(): Promise<Photographs>
  bigLibrary(): Promise<BigLibrary>
  /** Starts a station on a library. `end` stops it, or at the latest `release`. */
  start(library: string, environment?: Readonly<Record<string, string>>): Promise<BenchStation>
  /** Ends all remaining stations and browsers. */
  release(): Promise<void>
  /** Ends every process and removes every file. */
  clear(): Promise<void>
}

export interface BenchStation extends StationProcess {
  /** Opens a browser for its pages. The caller closes it, or at the latest `release`. */
  openBrowser(): Promise<Browser>
  /** Stops the station and returns its peak memory, if the system reports it. */
  end(): Promise<number | undefined>
}

export async function prepareGround(): Promise<Ground> {
  const root = await mkdtemp(join(tmpdir(), 'tessera-bench-'))
  const running = new Set<StationProcess>()
  const browsers = new Set<Browser>()
  let photographs: Promise<Photographs> | undefined
  let bigLibrary: Promise<BigLibrary> | undefined

  const folderFor = (name: string) => mkdtemp(join(root, `${name}-`))

  async function openBrowser(): Promise<Browser> {
    const browser = await openChromium()
    browsers.add(browser)
    browser.once('disconnected', () => browsers.delete(browser))
    return browser
  }

  async function release(): Promise<void> {
    await Promise.all([...browsers].map((browser) => browser.close()))
    await Promise.all([...running].map((station) => station.kill()))
    running.clear()
  }

  return {
    folderFor,
    photographs() {
      photographs ??= folderFor('photographs').then(makePhotographs)
      return photographs
    },
    bigLibrary() {
      bigLibrary ??= folderFor('big-library').then(makeBigLibrary)
      return bigLibrary
    },
    async start(library, environment = {}) {
      const station = await withEnvironment(environment, () => startStation(library))
      running.add(station)
      return {
        ...station,
        openBrowser,
        async end() {
          const peak = await peakMemory(station.pid)
          await station.stop()
          running.delete(station)
          return peak
        },
      }
    },
    release,
    async clear() {
      await release()
      await rm(root, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}

/** Runs work with environment variables, which its child processes inherit, and restores them afterwards. */
async function withEnvironment<Value>(
  variables: Readonly<Record<string, string>>,
  work: () => Promise<Value>,
): Promise<Value> {
  const before = { ...process.env }
  Object.assign(process.env, variables)
  try {
    return await work()
  } finally {
    for (const name of Object.keys(variables)) {
      const value = before[name]
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
  }
}

/** Linux records the peak memory of a process. */
async function peakMemory(pid: number): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const kilobytes = /^VmHWM:\s+(\d+) kB/m.exec(status)?.[1]
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1024
}

/** Waits until earlier writes are on disk, so that they do not slow down the next measurement. */
export async function settleDisk(): Promise<void> {
  if (process.platform !== 'win32') await promisify(execFile)('sync')
}

/** Tessera acknowledges writes only when they are on disk, so the limit must flush too. */
export async function flush(path: string) {
  const file = await open(path, 'r+')
  await file.datasync()
  await file.close()
}
