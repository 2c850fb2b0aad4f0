import { elsewhereRouter } from './elsewhere/router.ts'
import { studioRouter } from './router.ts'
import type { Screens } from './rpc.ts'
import type { OpenElsewhere, StudioServices } from './services.ts'

/** The procedures of this machine, and those of whichever other one the studio works on. */
export function studioScreens(services: StudioServices): Screens {
  const routers = new WeakMap<OpenElsewhere['studio'], ReturnType<typeof elsewhereRouter>>()
  function routerOf({ studio }: OpenElsewhere) {
    const known = routers.get(studio) ?? elsewhereRouter(studio)
    routers.set(studio, known)
    return known
  }
  return {
    router: studioRouter(services),
    frames: services.frames,
    divert() {
      const there = services.elsewhere()
      return there && { router: routerOf(there), host: there.host }
    },
  }
}
