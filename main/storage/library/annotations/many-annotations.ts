import type { Sorted } from '#common/contract/review/sorting'
import type { ImageId } from '#common/ids'

type Changed = Sorted['changed'][number]

/** Goes through images inside one transaction; `act` answers undefined where nothing is to be done, `skipped` where nothing can be. */
export function throughEach<Each>(all: readonly Each[], act: (each: Each) => Changed | 'skipped' | undefined): Sorted {
  const done = all.map(act)
  return {
    changed: done.filter((each) => each !== undefined && each !== 'skipped'),
    skipped: done.filter((each) => each === 'skipped').length,
  }
}

/** An error in one image of a block, which leaves all of them as they were. */
export class BlockError extends Error {
  override readonly name = 'BlockError'

  constructor(image: ImageId, reason: string) {
    super(`The image ${image} could not be changed with the others: ${reason}`)
  }
}
