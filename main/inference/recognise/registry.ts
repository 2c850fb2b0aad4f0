import type { Claimant } from './claim.ts'
import { sam3ConceptClaims } from './families/concepts.ts'
import { classifierClaims, semanticClaims } from './families/labels.ts'
import { detrClaims, yoloClaims } from './families/objects.ts'
import { clipClaims, groundingDinoClaims, perceptionEncoderClaims, samClaims } from './families/prompted.ts'
import { docTrClaims, ppOcrClaims } from './families/text.ts'

/** Every family that looks for its own among the networks of dropped files. */
export const CLAIMANTS: readonly Claimant[] = [
  yoloClaims,
  detrClaims,
  classifierClaims,
  semanticClaims,
  samClaims,
  sam3ConceptClaims,
  clipClaims,
  perceptionEncoderClaims,
  groundingDinoClaims,
  docTrClaims,
  ppOcrClaims,
]
