import type { Refusal } from '#common/errors'
import type { ModelFamily, ModelInput, ModelTask } from '#common/inference/manifest'
import type { Message } from '#common/messages/template'
import { ModelRunError } from '../host/errors.ts'
import type { ModelSignature } from '../onnx/read-signature.ts'

/** A network among the files. */
export interface Network {
  readonly path: string
  readonly signature: ModelSignature
}

/** Facts of the files from other sources than their tensors. */
export interface Known {
  readonly classCount?: number
  readonly task?: ModelTask
  readonly isMultiLabel?: boolean
  /** The `model_type` of a `config.json` beside the networks. */
  readonly modelType?: string
  /** The files' origin: the name of a folder, a file or a catalogue's entry. */
  readonly cameAs: string
}

/** A file that lists the characters of a network. */
export interface WantedDictionary {
  readonly role: string
  readonly names: readonly RegExp[]
  /** How many characters a file lists; undefined when it is no list. */
  count(file: Uint8Array, path: string): number | undefined
  /** Whether the network has so many. */
  fits(count: number): boolean
  /** Of a file whose characters do not fit, when there is none that do. */
  unfit(path: string, count: number): Refusal
}

/** A family's claim to some of the networks. */
export interface Claim {
  readonly family: ModelFamily
  readonly layout: string
  /** Its possible tasks, best guess first; if there are several, the user is asked. */
  readonly tasks: readonly [ModelTask, ...ModelTask[]]
  /** Paths of networks by role. */
  readonly networks: Readonly<Record<string, string>>
  /** The frame as it is usual for the family, with the sides that the network fixes. */
  readonly input?: ModelInput
  /** Whether its classes need names: just as many as `classCount`, at most as many, or nobody knows how many. */
  readonly classes: 'fixed' | 'up-to' | 'unknown' | 'none'
  readonly classCount?: number
  /** Whether names can stand for its classes, where more than their number decides. */
  readonly fitsNames?: (names: readonly string[]) => boolean
  readonly isFused?: boolean
  /** It reads texts, so it needs a tokenizer. */
  readonly readsTexts?: boolean
  /** It needs this further file, with the reason; a claim without it is refused. */
  readonly needs?: { readonly role: string; readonly refusal: Refusal }
  /** It looks for a further file among several by what they hold. */
  readonly dictionary?: WantedDictionary
  /** Goes on behind the question for the family, where this family is one of the choices. */
  readonly hint?: Message
}

/** A family that looks for its own among networks. */
export interface Claimant {
  readonly family: ModelFamily
  claims(networks: readonly Network[], known: Known): readonly Claim[]
}

/** Claims of families whose models are one network each. */
export function claimEach(
  networks: readonly Network[],
  claim: (network: Network) => Claim | undefined,
): readonly Claim[] {
  return networks.flatMap((network) => claim(network) ?? [])
}

/** Whether names pass a check that throws a `ModelRunError` for those that do not. */
export function fits(check: (names: readonly string[]) => unknown): (names: readonly string[]) => boolean {
  return (names) => {
    try {
      check(names)
      return true
    } catch (failure) {
      if (failure instanceof ModelRunError) return false
      throw failure
    }
  }
}

/** Every ordered pair of different networks. */
export function pairsOf(networks: readonly Network[]): readonly (readonly [Network, Network])[] {
  return networks.flatMap((one) => networks.flatMap((other) => (one === other ? [] : [[one, other] as const])))
}

/** Every pair of different networks once. */
export function unordered(networks: readonly Network[]): readonly (readonly [Network, Network])[] {
  return networks.flatMap((one, place) => networks.slice(place + 1).map((other) => [one, other] as const))
}

export function signaturesOf(networks: readonly Network[]) {
  return Object.fromEntries(networks.map(({ path, signature }) => [path, signature]))
}
