import type { Bindings } from './bindings.ts'
import cvat from './profiles/cvat.json' with { type: 'json' }
import labelStudio from './profiles/label-studio.json' with { type: 'json' }
import labelme from './profiles/labelme.json' with { type: 'json' }
import roboflow from './profiles/roboflow.json' with { type: 'json' }

export const PROFILE_IDS = ['tessera', 'cvat', 'roboflow', 'label-studio', 'labelme'] as const
export type ProfileId = (typeof PROFILE_IDS)[number]

export interface Profile {
  /** Name by which users know the profile. */
  readonly name: string
  /** The differences from the default keys. */
  readonly bindings: Bindings
}

export const PROFILES: Readonly<Record<ProfileId, Profile>> = {
  tessera: { name: 'Tessera', bindings: {} },
  cvat: { name: 'CVAT', bindings: cvat },
  roboflow: { name: 'Roboflow', bindings: roboflow },
  'label-studio': { name: 'Label Studio', bindings: labelStudio },
  labelme: { name: 'labelme, X-AnyLabeling', bindings: labelme },
}
