import type { JsonBounds } from '#common/json/bounds'
import type { ReadAnswer } from '#remote/http'
import type { HeldFields } from '#servers/kit/json/held-fields'
import { jsonReader } from '#servers/kit/json/json-reader'
import { ownBytes } from '#servers/kit/json/own-bytes'

/** More than the largest answer of the API holds, which tells all annotations of an image. */
const BOUNDS: JsonBounds = { levels: 100, containers: 500_000, values: 2_000_000, members: 2_000_000 }

/** Rebuilt objects are long texts, or lists of as many numbers. */
const REBUILT_BOUNDS: JsonBounds = { levels: 100, containers: 5_000_000, values: 50_000_000, members: 5_000_000 }

/** One for all remotes, whose idle threads keep no program from ending. */
const reader = jsonReader({ bounds: BOUNDS })
const rebuiltReader = jsonReader({ bounds: REBUILT_BOUNDS })

/** Reads answers of remotes: large ones in threads, so that no remote holds up this station. */
export const readRemoteJson: ReadAnswer = async (bytes) => {
  const read = await reader.read({ size: bytes.length, blocks: [ownBytes(bytes)] })
  return read.kind === 'read' ? read.value : undefined
}

/** The bytes of an answer where they are JSON, whose value nobody here needs. */
export async function ifRemoteJson(given: Buffer): Promise<Buffer | undefined> {
  // A copy, as the reader keeps what it is given.
  const { read } = await rebuiltReader.readHolding(NO_MEMBERS, { size: given.length, blocks: [new Uint8Array(given)] })
  return read.kind === 'read' ? given : undefined
}

/** No answer has a member of this name, so no value comes back from the thread. */
const NO_MEMBERS: HeldFields = { text: '\0', others: [], mostEntries: 0 }
