import { FINDING, ppOcrLayoutOf } from '../../models/pp-ocr/layout.ts'
import { type Claim, type Claimant, pairsOf } from '../claim.ts'

export const ppOcrClaims: Claimant = {
  family: 'pp-ocr',
  claims: (networks) =>
    pairsOf(networks).flatMap(([one, other]): Claim[] => {
      const found = ppOcrLayoutOf({ [one.path]: one.signature, [other.path]: other.signature })
      // Of the two orders of a pair one is enough.
      if (found?.detection !== one.path) return []
      const { layout, detection, recognition, needsCharacters } = found
      const claim = { family: 'pp-ocr', layout, tasks: ['ocr'], input: FINDING, classes: 'none' } as const
      const needs = { role: 'characters', sentence: CHARACTERS }
      return [{ ...claim, networks: { detection, recognition }, ...(needsCharacters && { needs }) }]
    }),
}

const CHARACTERS =
  'The network that reads does not hold its characters. Drop their list with it, one a line, such as ppocr_keys_v1.txt or en_dict.txt'
