import { copyFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import type { FaultyStore } from '#common/stores/faults'
import { type LibraryTime, libraryTime } from '#core/time/library-time'
import { type DiskReserve, diskReserve } from '#storage/kit/disk-reserve'
import { type Library, openLibrary } from '#storage/library/library'
import type { ShellPorts } from '../ports.ts'
import { copySettings, heldSecrets, type Refuse, refuser } from './read-only.ts'

/** The library's folder as it may be used: all of it, or for reading alone. */
export interface Shelter {
  readonly library: Library
  readonly disk: DiskReserve
  readonly time: LibraryTime
  /** Writable folder: the library's own, or a private one that leaves a read-only library as it is. */
  readonly folder: string
  /** The ports of the shell; on a read-only library, data that must not be kept in `folder` stays in memory. */
  readonly ports: ShellPorts
  /** Why the library is read-only; undefined where it may be written. */
  readonly readOnly: ReadOnly | undefined
}

export interface ReadOnly {
  readonly faulty: FaultyStore
  readonly refuse: Refuse
  /** Accepts what there is, from the next start on. */
  adopt(now: Date): void
  /** Lets browsers and scripts that are signed in stay so over a restart. */
  keepSignedIn(): Promise<void>
}

/** Opens the library's database. One that does not match the files beside it is shown, and nothing is written. */
export function openShelter(ports: ShellPorts): Shelter {
  const { library: folder, clock, adopt, secrets } = ports
  const disk = diskReserve(folder)
  disk.releaseIfFull()
  const library = openLibrary(folder, clock.now(), { adopt: adopt === true, disk })
  const time = libraryTime({
    wallMs: () => clock.now().getTime(),
    elapsedMs: () => performance.now(),
    seen: library.lastSeen,
  })
  library.keepTime(time.seen)
  if (library.readOnly === undefined) return { library, disk, time, folder, ports, readOnly: undefined }
  const { faulty, folder: own, adopt: accept } = library.readOnly
  copySettings(folder, own)
  const held = heldSecrets(secrets)
  const readOnly = {
    faulty,
    refuse: refuser(faulty),
    adopt: accept,
    async keepSignedIn() {
      const sessions = join(own, 'sessions.json')
      if (existsSync(sessions)) copyFileSync(sessions, join(folder, 'sessions.json'))
      await held.settle()
    },
  }
  return { library, disk, time, folder: own, ports: { ...ports, secrets: held }, readOnly }
}
