import { setPriority } from 'node:os'
import { cutTiles } from './cut.ts'
import type { CutReply, CutRequest } from './messages.ts'

/**
 * A process that cuts one picture into tiles and ends. It can be ended at any moment, gives its memory back, and takes nothing with it when
 * a decoder fails. Whoever looks at another picture meanwhile comes first.
 */

/** Below what answers requests; as `nice` counts. */
const PRIORITY = 10

setPriority(PRIORITY)
process.once('message', (request: CutRequest) => void serve(request))
process.once('disconnect', () => process.exit())

async function serve(request: CutRequest): Promise<void> {
  try {
    await cutTiles(request, (share) => say({ kind: 'progress', share }))
    say({ kind: 'done' })
  } catch (failure) {
    say({ kind: 'failed', reason: failure instanceof Error ? failure.message : String(failure) })
  }
}

function say(reply: CutReply): void {
  process.send?.(reply, () => {
    if (reply.kind !== 'progress') process.exit()
  })
}
