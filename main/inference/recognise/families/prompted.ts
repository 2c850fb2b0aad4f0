import { clipLayoutOf } from '../../models/clip/layouts.ts'
import { groundingDinoLayoutOf } from '../../models/grounding-dino/layout.ts'
import { perceptionEncoderLayoutOf } from '../../models/perception-encoder/layout.ts'
import { samLayoutOf } from '../../models/sam/layouts.ts'
import { type Claim, type Claimant, claimEach, pairsOf, signaturesOf, unordered } from '../claim.ts'

export const samClaims: Claimant = {
  family: 'sam',
  claims: (networks) =>
    pairsOf(networks).flatMap(([encoder, decoder]): Claim[] => {
      const pair = { encoder: encoder.signature, decoder: decoder.signature }
      const layout = samLayoutOf(pair)
      if (layout === undefined) return []
      const files = { encoder: encoder.path, decoder: decoder.path }
      const task = 'unsupervised-segmentation'
      const input = layout.inputFor(pair)
      return [{ family: 'sam', layout: layout.id, tasks: [task], networks: files, input, classes: 'none' }]
    }),
}

export const clipClaims: Claimant = {
  family: 'clip',
  claims: (networks) => [
    ...unordered(networks).flatMap((pair) => embedding('clip', clipLayoutOf(signaturesOf(pair)))),
    ...claimEach(networks, (network) => embedding('clip', clipLayoutOf(signaturesOf([network])))[0]),
  ],
}

export const perceptionEncoderClaims: Claimant = {
  family: 'perception-encoder',
  claims: (networks, { cameAs }) =>
    unordered(networks).flatMap((pair) =>
      embedding('perception-encoder', perceptionEncoderLayoutOf(signaturesOf(pair), cameAs)),
    ),
}

export const groundingDinoClaims: Claimant = {
  family: 'grounding-dino',
  claims: (networks) =>
    claimEach(networks, ({ path, signature }) => {
      const layout = groundingDinoLayoutOf(signature)
      if (layout === undefined) return undefined
      const claim = { family: 'grounding-dino', layout, tasks: ['zero-shot-detection'] } as const
      return { ...claim, networks: { model: path }, classes: 'none', readsTexts: true }
    }),
}

function embedding(family: 'clip' | 'perception-encoder', towers: ReturnType<typeof clipLayoutOf>): readonly Claim[] {
  if (towers === undefined) return []
  const { layout, files } = towers
  return [{ family, layout, tasks: ['embedding'], networks: files, classes: 'none', readsTexts: true }]
}
