import { type RemoteActs, remoteActs } from '#core/remote/acts'
import { studioRouter } from './router.ts'
import type { Screens } from './rpc.ts'
import type { OpenRemote, StudioServices } from './services.ts'

/** The procedures of this machine, and those of whichever other one the studio works on. */
export function studioScreens(services: StudioServices): Screens {
  const known = new WeakMap<OpenRemote['studio'], RemoteActs>()
  function actsOf({ studio }: OpenRemote) {
    const acts = known.get(studio) ?? remoteActs(studio)
    known.set(studio, acts)
    return acts
  }
  return {
    router: studioRouter(services),
    frames: services.frames,
    divert() {
      const remote = services.remote()
      return remote && { acts: actsOf(remote), host: remote.host, forwarded: remote.forwarded }
    },
  }
}
