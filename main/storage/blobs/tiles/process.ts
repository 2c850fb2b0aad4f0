import { setPriority } from 'node:os'
import { parent } from '#processes/parent'
import { cutTiles } from './cut.ts'
import { cutFault } from './fault.ts'
import { type CutReply, CutRequest } from './messages.ts'

/**
 * A process that cuts one image into tiles and ends. It can be ended at any moment, gives its memory back, and takes nothing with it when
 * a decoder fails. Whoever looks at another image meanwhile comes first.
 */

/** Below what answers requests; as `nice` counts. */
const PRIORITY = 10

setPriority(PRIORITY)
const asker = parent()
asker.onMessage((request) => void serve(CutRequest.parse(request)))

async function serve(request: CutRequest): Promise<void> {
  try {
    await cutTiles(request, (share) => say({ kind: 'progress', share }))
    say({ kind: 'done' })
  } catch (failure) {
    say({ kind: 'failed', reason: cutFault(failure) })
  }
}

function say(reply: CutReply): void {
  if (reply.kind === 'progress') asker.send(reply)
  else asker.sendLast(reply)
}
