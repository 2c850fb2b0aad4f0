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

/** The base that the figures share: a temporary folder, inputs that are made once when the first figure asks, and stations. */
export interface Ground {
  folderFor(name: string): Promise<string>
  photographs(): Promise<Photographs>
  bigLibrary(): Promise<BigLibrary>
  /** Starts a station on a library; it is stopped with `end`, or at the latest with `release`. */
  start(library: string, environment?: Readonly<Record<string, string>>): Promise<BenchStation>
  /** Ends every station and browser that is left. */
  release(): Promise<void>
  /** Ends every process and removes every file. */
  clear(): Promise<void>
}

export interface BenchStation extends StationProcess {
  /** A browser for its pages; closed by whoever opens it, or at the latest with `release`. */
  openBrowser(): Promise<Browser>
  /** Stops the station and answers the most memory that it took, where the system tells. */
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

/** Processes that the work starts inherit the variables; afterwards all is as before. */
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

/** Linux keeps the most memory that a process ever held. */
async function peakMemory(pid: number): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const kilobytes = /^VmHWM:\s+(\d+) kB/m.exec(status)?.[1]
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1024
}

/** Waits until nothing written before is still on its way to the disk, so that it does not slow down what is measured next. */
export async function settleDisk(): Promise<void> {
  if (process.platform !== 'win32') await promisify(execFile)('sync')
}

/** Tessera acknowledges what it writes only when it is on the disk, and so must a limit. */
export async function flush(path: string) {
  const file = await open(path, 'r+')
  await file.datasync()
  await file.close()
}
