import { remoteRouter } from './remote/router.ts'
import { studioRouter } from './router.ts'
import type { Screens } from './rpc.ts'
import type { OpenRemote, StudioServices } from './services.ts'

/** The procedures of this machine, and those of whichever other one the studio works on. */
export function studioScreens(services: StudioServices): Screens {
  const routers = new WeakMap<OpenRemote['studio'], ReturnType<typeof remoteRouter>>()
  function routerOf({ studio }: OpenRemote) {
    const known = routers.get(studio) ?? remoteRouter(studio)
    routers.set(studio, known)
    return known
  }
  return {
    router: studioRouter(services),
    frames: services.frames,
    divert() {
      const there = services.remote()
      return there && { router: routerOf(there), host: there.host, forwarded: there.forwarded }
    },
  }
}
