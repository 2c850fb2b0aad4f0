import { createReadStream } from 'node:fs'
import { embeddedManagement } from '#core/management/embedded/management'
import type { Management } from '#core/management/ports'
import { remoteManagement } from '#remote/management'
import type { TestStation } from './station.ts'

/** Both implementations of the port, for the same library: called directly, and over HTTP to our own server. */
export const MANAGEMENTS = [
  {
    name: 'embedded',
    open: async ({ services, workspace }: TestStation): Promise<Management> =>
      embeddedManagement({ ...services, openFile: (path) => createReadStream(path) }, workspace),
  },
  {
    name: 'remote',
    open: async (station: TestStation): Promise<Management> =>
      remoteManagement({ baseUrl: await station.listen(), apiKey: station.key }),
  },
]
