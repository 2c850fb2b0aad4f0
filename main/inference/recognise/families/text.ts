import { refusal } from '#common/errors'
import { message } from '#common/messages/message'
import { docTrLayoutOf } from '../../models/doctr/layout.ts'
import { readDictionary, vocabularyFor } from '../../models/pp-ocr/characters.ts'
import { ppOcrLayoutOf, readsLines } from '../../models/pp-ocr/layout.ts'
import { semanticLayoutOf } from '../../models/semantic/layout.ts'
import {
  type Claim,
  type Claimant,
  type Known,
  type Network,
  pairsOf,
  signaturesOf,
  unordered,
  type WantedDictionary,
} from '../claim.ts'

export const docTrClaims: Claimant = {
  family: 'doctr',
  claims: (networks) =>
    unordered(networks).flatMap((pair): Claim[] => {
      const found = docTrLayoutOf(signaturesOf(pair))
      if (found === undefined || pair.some(({ signature }) => readsLines(signature))) return []
      const { layout, detection, recognition, input, needsVocabulary } = found
      const files = { detection, recognition }
      const needs = { role: 'vocabulary', refusal: refusal('character-set-unknown') }
      const claim = { family: 'doctr', layout, tasks: ['ocr'], networks: files, input, classes: 'none' } as const
      return [{ ...claim, ...(needsVocabulary && { needs }) }]
    }),
}

export const ppOcrClaims: Claimant = {
  family: 'pp-ocr',
  claims: (networks, known) => [...pairsOf(networks).flatMap(pairClaim), ...networks.flatMap(loneClaim(known))],
}

const PP_OCR = { family: 'pp-ocr', layout: 'ctc', tasks: ['ocr'], classes: 'none' } as const

function pairClaim([detection, recognition]: readonly [Network, Network]): readonly Claim[] {
  const found = ppOcrLayoutOf(detection.signature, recognition.signature)
  if (found === undefined) return []
  const networks = { detection: detection.path, recognition: recognition.path }
  const claim = { ...PP_OCR, networks, input: found.input }
  if (found.listsCharacters) return [claim]
  const needs = { role: 'vocabulary', refusal: refusal('dictionary-missing') }
  return [{ ...claim, needs, dictionary: dictionaryOf(recognition.path, found.columns) }]
}

/** Of a network with so many classes. */
function dictionaryOf(network: string, columns: number | undefined): WantedDictionary {
  return {
    role: 'vocabulary',
    names: [/^vocabulary\.txt$/i, /dict.*\.txt$/i, /keys.*\.txt$/i, /^inference\.ya?ml$/i],
    count: (file, path) => readDictionary(file, path)?.length,
    fits: (count) =>
      columns === undefined || vocabularyFor(Array.from({ length: count }, String), columns) !== undefined,
    unfit: (path, count) =>
      refusal('dictionary-of-other-network', {
        path,
        count,
        network,
        least: Number(columns) - 2,
        most: Number(columns) - 1,
      }),
  }
}

/** One network of the pair cannot do without the other. A map of one channel may be that of a segmenter as well, so it is asked. */
function loneClaim({ classCount }: Known): (network: Network) => readonly Claim[] {
  return ({ path, signature }) => {
    if (readsLines(signature)) {
      const needs = { role: 'detection', refusal: refusal('detection-network-missing') }
      return [{ ...PP_OCR, networks: { recognition: path }, needs }]
    }
    if (classCount !== undefined || semanticLayoutOf(signature)?.channels !== 1) return []
    const needs = { role: 'recognition', refusal: refusal('recognition-network-missing') }
    return [{ ...PP_OCR, networks: { detection: path }, needs, hint: message('hint-half-of-ocr') }]
  }
}
