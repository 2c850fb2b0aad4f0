import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { BenchStation, Ground } from './ground.ts'

/** A station that tells for how long the loop of its main thread was held. */
export interface ProbedStation extends BenchStation {
  /** Milliseconds of the longest delay since this was last asked. */
  longestDelay(): Promise<number>
}

const PROBE = new URL('./loop-probe.mjs', import.meta.url).href

/** On a new library, which can be filled before. */
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
