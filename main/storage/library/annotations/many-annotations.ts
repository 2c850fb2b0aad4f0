import type { Sorted } from '#common/contract/review/sorting'
import { type Refusal, refuse } from '#common/errors'
import { ok, type Result } from '#common/result'

type Changed = Sorted['changed'][number]

/** Goes through images inside one transaction; `act` answers undefined where nothing is to be done, `skipped` where nothing can be. */
export function throughEach<Each>(all: readonly Each[], act: (each: Each) => Changed | 'skipped' | undefined): Sorted {
  const done = all.map(act)
  return {
    changed: done.filter((each) => each !== undefined && each !== 'skipped'),
    skipped: done.filter((each) => each === 'skipped').length,
  }
}

/** Thrown at one image of a block: all of them stay as they were. */
export class BlockRefused extends Error {
  override readonly name = 'BlockRefused'
  readonly image: string
  readonly refusal: Refusal

  constructor(image: string, refusal: Refusal) {
    super(`${image}: ${refusal.code}`)
    this.image = image
    this.refusal = refusal
  }
}

/** The outcome of a block, or why there is none. */
export async function blockOutcome(sorted: Promise<Sorted>): Promise<Result<Sorted, Refusal>> {
  try {
    return ok(await sorted)
  } catch (failure) {
    if (!(failure instanceof BlockRefused)) throw failure
    return refuse('images-not-changed', { image: failure.image }, failure.refusal)
  }
}
