import type { FaultyStore, StoreName } from '#common/stores/faults'
import { forgetDamage } from '../check/noted-damage.ts'
import { refuseFolders } from '../own-file.ts'
import { adoptStore } from './adopt.ts'
import { COMPANIONS, inspectStore, type StorePlace } from './inspect.ts'
import { forgetRewritten } from './rewrite.ts'
import { openShadow, type Shadow } from './shadow.ts'

/** A database that may be opened: the right one for writing, or a copy of one that is only shown. */
export type ReadyStore =
  | { readonly faulty: undefined; readonly database: string }
  | {
      readonly faulty: FaultyStore
      readonly database: string
      readonly shadow: Shadow
      /** Accepts what there is, from the next start on. */
      adopt(now: Date): void
    }

interface ReadyOptions {
  readonly store: StoreName
  /** Go on with what there is, whatever is wrong with it. */
  readonly adopt: boolean
  readonly now: Date
}

/** Looks at a database before anything of it is written; throws `FileUnusableError` where it cannot be opened. To be called with the folder's lock held. */
export function readyStore(place: StorePlace, { store, adopt, now }: ReadyOptions): ReadyStore {
  const companions = COMPANIONS.map((ending) => place.database + ending)
  refuseFolders([place.database, ...companions, ...Object.values(place.identities)])
  const fault = inspectStore(place)
  if (fault !== undefined && adopt) adoptStore(place, fault, now)
  if (fault === undefined || adopt) {
    forgetDamage(place.database)
    forgetRewritten(place.database)
    return { faulty: undefined, database: place.database }
  }
  const shadow = openShadow(place, fault)
  return {
    faulty: { store, fault },
    database: shadow.database,
    shadow,
    adopt(at) {
      adoptStore(place, fault, at)
      forgetDamage(place.database)
    },
  }
}
