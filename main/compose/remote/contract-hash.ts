import { createHash, type Hash } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import { type AnyContractProcedure, isContractProcedure } from '@orpc/contract'
import { z } from 'zod'
import { studioContract } from '#common/contract/contract'

let known: Promise<string> | undefined

/**
 * SHA-256 over every procedure of the contract: its path, where it runs, its scopes, what it takes and what it answers. Two
 * programs with the same hash understand each other in full. Computed once, in slices that hold nothing up.
 */
export function contractHash(): Promise<string> {
  known ??= hashOf(studioContract)
  return known
}

async function hashOf(contract: object): Promise<string> {
  const hash = createHash('sha256')
  for (const [path, procedure] of proceduresOf(contract)) {
    addProcedure(hash, path, procedure)
    await turn()
  }
  return hash.digest('hex')
}

function* proceduresOf(router: object, above: readonly string[] = []): Generator<[string, AnyContractProcedure]> {
  for (const [name, value] of Object.entries(router).toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    const path = [...above, name]
    if (isContractProcedure(value)) yield [path.join('.'), value]
    else yield* proceduresOf(value, path)
  }
}

function addProcedure(hash: Hash, path: string, { '~orpc': told }: AnyContractProcedure): void {
  const shapes = [shapeOf(told.inputSchema, 'input'), shapeOf(told.outputSchema, 'output')]
  hash.update(JSON.stringify([path, told.meta, ...shapes]))
}

/** Null for what is no schema of Zod: nothing, or a stream. */
function shapeOf(schema: unknown, io: 'input' | 'output'): unknown {
  return schema instanceof z.ZodType ? z.toJSONSchema(schema, { unrepresentable: 'any', io }) : null
}
