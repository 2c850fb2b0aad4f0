import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { BenchStation, Ground } from './ground.ts'

/** A station that reports how long its main event loop was blocked. */
export interface ProbedStation extends BenchStation {
  /** Returns the longest delay in milliseconds since the last call. */
  longestDelay(): Promise<number>
}

const PROBE = new URL('./loop-probe.mjs', import.meta.url).href

/** Starts it on a new library, which can be filled first. */
export async function startProbed(
  ground: Ground,
  fill: (library: string) => Promise<void> = async () => {},
): Promise<ProbedStation> {
  const folder = await ground.folderFor('loop')
  const library = join(folder, 'library')
  await fill(library)
  const file = join(folder, 'probe-port')
  const probing = { NODE_OPTIONS: `--import=${PROBE}`, TESSERA_LOOP_PROBE: file }
  const station = await ground.start(library, probing)
  return {
    ...station,
    async longestDelay() {
      const port = Number(await readFile(file, 'utf8'))
      return Number(await text(connect(port, '127.0.0.1'))) / 1e6
    },
  }
}
