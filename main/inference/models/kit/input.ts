import type { ModelInput, ModelManifest } from '#common/inference/manifest'
import type { Session } from '../../host/session.ts'

/** What a network looks at: as its manifest says, else the usual with the size that the network itself fixes. */
export function inputOf({ input }: Pick<ModelManifest, 'input'>, session: Session, usual: ModelInput): ModelInput {
  if (input !== undefined) return input
  const [, , height, width] = session.inputs[0]?.dims ?? []
  const isFixed = typeof height === 'number' && typeof width === 'number' && height > 0 && width > 0
  return isFixed ? { ...usual, width, height } : usual
}
