import type { AnyContractProcedure } from '@orpc/contract'
import { Declared } from '#common/contract/kit'
import type { Scope } from '#common/contract/scopes'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Where the route runs. One that does not say so is never forwarded. */
    declared?: Declared
  }
}

/** Where a procedure runs, as its contract says. Throws for one that does not say so. */
export function declaredOf(procedure: AnyContractProcedure): Declared {
  return Declared.parse(procedure['~orpc'].meta)
}

/** The config of a route that runs where the projects lie, for keys with these scopes. */
export function routeOnProject(...scopes: readonly Scope[]): { readonly declared: Declared } {
  return { declared: { runs: 'project', scopes } }
}
